-- One comparison of our rows with the upstream's list and the payment providers'.
CREATE TABLE "ReconciliationRun" (
    "id" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'asked',
    "fromAt" TIMESTAMPTZ(3) NOT NULL,
    "untilAt" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "ours" INTEGER NOT NULL DEFAULT 0,
    "listed" INTEGER NOT NULL DEFAULT 0,
    "payments" INTEGER NOT NULL DEFAULT 0,
    "differing" INTEGER NOT NULL DEFAULT 0,
    "opened" INTEGER NOT NULL DEFAULT 0,
    "closed" INTEGER NOT NULL DEFAULT 0,
    "parts" JSONB NOT NULL DEFAULT '{}',
    "askedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "heartbeatAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ReconciliationRun_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "ReconciliationRun_askedAt_idx" ON "ReconciliationRun"("askedAt");
CREATE INDEX "ReconciliationRun_state_idx" ON "ReconciliationRun"("state");

-- What exactly differs (so that what a person has settled stays settled), what may be lost, and why it was closed.
ALTER TABLE "Break" ADD COLUMN "mark" TEXT;
ALTER TABLE "Break" ADD COLUMN "riskAmount" DECIMAL(18,6);
ALTER TABLE "Break" ADD COLUMN "riskCurrency" CHAR(3);
ALTER TABLE "Break" ADD COLUMN "seenAt" TIMESTAMPTZ(3);
ALTER TABLE "Break" ADD COLUMN "reason" TEXT;
CREATE INDEX "Break_kind_subject_idx" ON "Break"("kind", "subject");
CREATE INDEX "UpstreamOrder_createdAt_idx" ON "UpstreamOrder"("createdAt");
CREATE INDEX "Payment_createdAt_idx" ON "Payment"("createdAt");
