-- A refund is looked up by what its provider calls it, a loss by its order and by the number of the network.
CREATE INDEX "Refund_providerRefundId_idx" ON "Refund"("providerRefundId");
CREATE INDEX "LossEntry_orderId_idx" ON "LossEntry"("orderId");
CREATE INDEX "LossEntry_network" ON "LossEntry" (("evidence"->>'orderNum'));
