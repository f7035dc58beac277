-- Looked up on every order, return and page of a comparison, and read whole until now.
-- CreateIndex
CREATE INDEX "Line_quoteId_idx" ON "Line"("quoteId");

-- CreateIndex
CREATE INDEX "Card_orderNum_idx" ON "Card"("orderNum");

-- CreateIndex
CREATE INDEX "CancelItem_cardId_idx" ON "CancelItem"("cardId");

-- CreateIndex
CREATE INDEX "AccessLink_orderId_idx" ON "AccessLink"("orderId");

-- CreateIndex
CREATE INDEX "GuestGrant_orderId_idx" ON "GuestGrant"("orderId");

-- CreateIndex
CREATE INDEX "Attempt_preparedAt_idx" ON "Attempt"("preparedAt");

-- CreateIndex
CREATE INDEX "ProviderEvent_receivedAt_idx" ON "ProviderEvent"("receivedAt");
