-- CreateIndex
CREATE INDEX "AccessLink_orderId_idx" ON "AccessLink"("orderId");
