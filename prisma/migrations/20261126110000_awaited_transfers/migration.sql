-- The transfers that a person looks for in the account, the longest awaited first.
CREATE INDEX "BankTransfer_awaited" ON "BankTransfer" ("createdAt") WHERE "receivedMinor" IS NULL AND "endedAt" IS NULL;
