-- CreateTable
CREATE TABLE "Withdrawal" (
    "id" TEXT NOT NULL,
    "orderId" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmedAt" TIMESTAMPTZ(3),
    "actedAt" TIMESTAMPTZ(3),
    "outcome" JSONB,

    CONSTRAINT "Withdrawal_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Withdrawal_confirmedAt_idx" ON "Withdrawal"("confirmedAt");

-- CreateIndex
CREATE INDEX "Withdrawal_orderId_idx" ON "Withdrawal"("orderId");
