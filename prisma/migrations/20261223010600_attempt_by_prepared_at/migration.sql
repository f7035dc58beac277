-- CreateIndex
CREATE INDEX "Attempt_preparedAt_idx" ON "Attempt"("preparedAt");
