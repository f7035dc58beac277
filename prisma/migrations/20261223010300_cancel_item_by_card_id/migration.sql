-- CreateIndex
CREATE INDEX "CancelItem_cardId_idx" ON "CancelItem"("cardId");
