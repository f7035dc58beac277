-- The store's own book of bank transfers.
CREATE TABLE "BankTransfer" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "amountMinor" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "metadata" JSONB NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "receivedMinor" INTEGER,
    "receivedCurrency" CHAR(3),
    "receivedOn" TEXT,
    "receivedBy" TEXT,
    "receivedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BankTransfer_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "BankTransfer_key_key" ON "BankTransfer"("key");
CREATE INDEX "BankTransfer_createdAt_idx" ON "BankTransfer"("createdAt");

CREATE TABLE "BankPayout" (
    "id" TEXT NOT NULL,
    "transferId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "amountMinor" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BankPayout_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "BankPayout_key_key" ON "BankPayout"("key");
CREATE INDEX "BankPayout_transferId_idx" ON "BankPayout"("transferId");
ALTER TABLE "BankPayout" ADD CONSTRAINT "BankPayout_transferId_fkey" FOREIGN KEY ("transferId") REFERENCES "BankTransfer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "BankTransfer" ADD CONSTRAINT "BankTransfer_amount" CHECK ("amountMinor" > 0);
-- Received whole or not at all: a sum without its currency, or without the person who typed it in, is nothing.
ALTER TABLE "BankTransfer" ADD CONSTRAINT "BankTransfer_received" CHECK (
    ("receivedMinor" IS NULL AND "receivedCurrency" IS NULL AND "receivedBy" IS NULL AND "receivedAt" IS NULL)
    OR ("receivedMinor" > 0 AND "receivedCurrency" IS NOT NULL AND "receivedBy" IS NOT NULL AND "receivedAt" IS NOT NULL)
);
ALTER TABLE "BankPayout" ADD CONSTRAINT "BankPayout_amount" CHECK ("amountMinor" > 0);
