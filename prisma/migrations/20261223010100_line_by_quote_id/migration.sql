-- One table at a time: who writes waits for one index, and holds no other table that this waits for.
-- CreateIndex
CREATE INDEX "Line_quoteId_idx" ON "Line"("quoteId");
