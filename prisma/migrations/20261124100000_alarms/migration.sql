-- What the owners are mailed about by the store itself.
CREATE TABLE "Alarm" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "openedAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,
    "toldAt" TIMESTAMPTZ(3) NOT NULL,
    "closedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Alarm_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Alarm_closedAt_idx" ON "Alarm"("closedAt");
-- Several workers find the same thing at once: one of them opens the alarm.
CREATE UNIQUE INDEX "Alarm_one_open_per_kind" ON "Alarm" ("kind") WHERE "closedAt" IS NULL;
