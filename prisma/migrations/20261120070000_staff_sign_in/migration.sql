-- Each sign-in of a member of staff is a row, so that one of them can be ended alone.
CREATE TABLE "StaffSession" (
    "id" TEXT NOT NULL,
    "staffId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "factor" TEXT,
    "address" TEXT,
    "browser" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "provenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "StaffSession_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "StaffSession_factor_check" CHECK ("factor" IN ('none', 'totp', 'passkey', 'recovery'))
);

CREATE TABLE "StaffTotp" (
    "staffId" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "lastStep" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "StaffTotp_pkey" PRIMARY KEY ("staffId")
);

CREATE TABLE "StaffPasskey" (
    "id" TEXT NOT NULL,
    "staffId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "StaffPasskey_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "StaffRecoveryCode" (
    "codeHash" TEXT NOT NULL,
    "staffId" TEXT NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "StaffRecoveryCode_pkey" PRIMARY KEY ("codeHash")
);

CREATE TABLE "StaffInvite" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" "StaffRole" NOT NULL,
    "invitedBy" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "acceptedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "StaffInvite_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "StaffSession_staffId_idx" ON "StaffSession"("staffId");
CREATE INDEX "StaffPasskey_staffId_idx" ON "StaffPasskey"("staffId");
CREATE INDEX "StaffRecoveryCode_staffId_idx" ON "StaffRecoveryCode"("staffId");
CREATE INDEX "StaffInvite_email_idx" ON "StaffInvite"("email");
ALTER TABLE "StaffSession" ADD CONSTRAINT "StaffSession_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StaffTotp" ADD CONSTRAINT "StaffTotp_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StaffPasskey" ADD CONSTRAINT "StaffPasskey_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StaffRecoveryCode" ADD CONSTRAINT "StaffRecoveryCode_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a one-time token is about: an invitation, a person, a challenge.
ALTER TABLE "OneTimeLink" ADD COLUMN "subject" TEXT;

-- The audit list is read by actor and by act, newest first.
CREATE INDEX "AuditEvent_actor_id_idx" ON "AuditEvent"("actor", "id");
CREATE INDEX "AuditEvent_act_id_idx" ON "AuditEvent"("act", "id");
