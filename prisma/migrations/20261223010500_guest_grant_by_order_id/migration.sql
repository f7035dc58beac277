-- CreateIndex
CREATE INDEX "GuestGrant_orderId_idx" ON "GuestGrant"("orderId");
