-- What was delivered lately, for whoever follows deliveries: not every line of the store each minute.
CREATE INDEX "Line_deliveredAt_idx" ON "Line"("deliveredAt");
