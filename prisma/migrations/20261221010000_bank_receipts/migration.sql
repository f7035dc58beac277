-- What arrived for a bank transfer, one row for each booking of the account: a transfer may come in parts. The sums of the
-- transfer stay where they are.
CREATE TABLE "BankReceipt" (
    "id" TEXT NOT NULL,
    "transferId" TEXT NOT NULL,
    "bankReference" TEXT NOT NULL,
    "amountMinor" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "receivedOn" TEXT,
    "receivedBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "BankReceipt_amount" CHECK ("amountMinor" > 0),
    CONSTRAINT "BankReceipt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "BankReceipt_transferId_bankReference_key" ON "BankReceipt"("transferId", "bankReference");

-- AddForeignKey
ALTER TABLE "BankReceipt" ADD CONSTRAINT "BankReceipt_transferId_fkey"
  FOREIGN KEY ("transferId") REFERENCES "BankTransfer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

INSERT INTO "BankReceipt" ("id", "transferId", "bankReference", "amountMinor", "currency", "receivedOn", "receivedBy", "createdAt")
SELECT 'rct_' || substr("id", 5), "id", '', "receivedMinor", "receivedCurrency", "receivedOn", "receivedBy", "receivedAt"
FROM "BankTransfer" WHERE "receivedMinor" IS NOT NULL;
