-- One eSIM given to one person, by a link and a PIN.
CREATE TABLE "CardShare" (
    "id" TEXT NOT NULL,
    "cardId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "pinHash" TEXT NOT NULL,
    "wrongPins" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "openedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "endReason" TEXT,

    CONSTRAINT "CardShare_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "CardShare_end" CHECK (("endedAt" IS NULL) = ("endReason" IS NULL)),
    CONSTRAINT "CardShare_pins" CHECK ("wrongPins" BETWEEN 0 AND 5)
);

CREATE TABLE "ShareSession" (
    "id" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "shareId" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ShareSession_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "CardShare_tokenHash_key" ON "CardShare"("tokenHash");

-- A card is given to one person at a time.
CREATE UNIQUE INDEX "CardShare_open" ON "CardShare"("cardId") WHERE "endedAt" IS NULL;

CREATE INDEX "CardShare_cardId_createdAt_idx" ON "CardShare"("cardId", "createdAt");

CREATE UNIQUE INDEX "ShareSession_tokenHash_key" ON "ShareSession"("tokenHash");

CREATE INDEX "ShareSession_shareId_idx" ON "ShareSession"("shareId");

CREATE INDEX "ShareSession_expiresAt_idx" ON "ShareSession"("expiresAt");

ALTER TABLE "CardShare" ADD CONSTRAINT "CardShare_cardId_fkey" FOREIGN KEY ("cardId")
  REFERENCES "Card"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "ShareSession" ADD CONSTRAINT "ShareSession_shareId_fkey" FOREIGN KEY ("shareId")
  REFERENCES "CardShare"("id") ON DELETE CASCADE ON UPDATE CASCADE;
