-- The numbers of a pass over the catalogue lead to its differences, the newest first.
CREATE INDEX "PlanChange_syncRunId_at_idx" ON "PlanChange"("syncRunId", "at");
