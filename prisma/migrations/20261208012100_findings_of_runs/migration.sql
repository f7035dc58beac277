-- A difference remembers which comparison opened it and which one closed it: their numbers lead to it.
ALTER TABLE "Break" ADD COLUMN "openedRun" TEXT, ADD COLUMN "closedRun" TEXT;
-- No two comparisons run at once, so the instant tells which one it was.
UPDATE "Break" b SET "openedRun" = r."id" FROM "ReconciliationRun" r
  WHERE b."seenAt" IS NOT NULL AND b."openedAt" BETWEEN r."startedAt" AND r."finishedAt";
UPDATE "Break" b SET "closedRun" = r."id" FROM "ReconciliationRun" r
  WHERE b."closedBy" = 'store' AND b."resolution" = 'agrees' AND b."closedAt" BETWEEN r."startedAt" AND r."finishedAt";
CREATE INDEX "Break_openedRun_idx" ON "Break"("openedRun");
CREATE INDEX "Break_closedRun_idx" ON "Break"("closedRun");
