-- CreateIndex
CREATE INDEX "Card_createdAt_id_idx" ON "Card"("createdAt", "id");
