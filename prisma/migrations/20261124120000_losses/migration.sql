-- Losses are listed by their moment, and those of the last day are counted each minute.
CREATE INDEX "LossEntry_at_idx" ON "LossEntry"("at");
