-- Customers have a profile, and may have a password and second factors, as staff have.
ALTER TABLE "Account"
  ADD COLUMN "name" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "homeZone" TEXT,
  ADD COLUMN "company" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "taxNumber" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "postalAddress" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "passwordHash" TEXT;

-- Sessions from before were all begun by a mailed link, and nothing more was asked.
ALTER TABLE "AccountSession"
  ADD COLUMN "factor" TEXT DEFAULT 'none',
  ADD COLUMN "proof" TEXT NOT NULL DEFAULT 'link',
  ADD COLUMN "provenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

UPDATE "AccountSession" SET "provenAt" = "createdAt";

-- A factor belongs to one member of staff or to one customer.
ALTER TABLE "StaffTotp" ADD COLUMN "id" TEXT NOT NULL DEFAULT gen_random_uuid()::text, ADD COLUMN "accountId" TEXT;
ALTER TABLE "StaffTotp" DROP CONSTRAINT "StaffTotp_pkey";
ALTER TABLE "StaffTotp" ALTER COLUMN "staffId" DROP NOT NULL;
ALTER TABLE "StaffTotp" ADD CONSTRAINT "StaffTotp_pkey" PRIMARY KEY ("id");
CREATE UNIQUE INDEX "StaffTotp_staffId_key" ON "StaffTotp"("staffId");
CREATE UNIQUE INDEX "StaffTotp_accountId_key" ON "StaffTotp"("accountId");

ALTER TABLE "StaffPasskey" ALTER COLUMN "staffId" DROP NOT NULL, ADD COLUMN "accountId" TEXT;
CREATE INDEX "StaffPasskey_accountId_idx" ON "StaffPasskey"("accountId");

ALTER TABLE "StaffRecoveryCode" ALTER COLUMN "staffId" DROP NOT NULL, ADD COLUMN "accountId" TEXT;
CREATE INDEX "StaffRecoveryCode_accountId_idx" ON "StaffRecoveryCode"("accountId");

ALTER TABLE "StaffTotp" ADD CONSTRAINT "StaffTotp_accountId_fkey" FOREIGN KEY ("accountId")
  REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StaffPasskey" ADD CONSTRAINT "StaffPasskey_accountId_fkey" FOREIGN KEY ("accountId")
  REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StaffRecoveryCode" ADD CONSTRAINT "StaffRecoveryCode_accountId_fkey" FOREIGN KEY ("accountId")
  REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "StaffTotp" ADD CONSTRAINT "StaffTotp_one_holder" CHECK (num_nonnulls("staffId", "accountId") = 1);
ALTER TABLE "StaffPasskey" ADD CONSTRAINT "StaffPasskey_one_holder" CHECK (num_nonnulls("staffId", "accountId") = 1);
ALTER TABLE "StaffRecoveryCode"
  ADD CONSTRAINT "StaffRecoveryCode_one_holder" CHECK (num_nonnulls("staffId", "accountId") = 1);
