-- CreateIndex
CREATE INDEX "Card_orderNum_idx" ON "Card"("orderNum");
