-- CreateTable
CREATE TABLE "UsageReading" (
    "id" BIGSERIAL NOT NULL,
    "cardId" TEXT NOT NULL,
    "orderNum" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "usedForm" TEXT NOT NULL,
    "usedMb" DOUBLE PRECISION,
    "totalMb" DOUBLE PRECISION,
    "isDayPass" BOOLEAN,
    "beginsAt" TIMESTAMPTZ(3),
    "endsAt" TIMESTAMPTZ(3),
    "firstReadAt" TIMESTAMPTZ(3) NOT NULL,
    "readAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UsageReading_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UsageWatch" (
    "orderNum" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "askedAt" TIMESTAMPTZ(3),

    CONSTRAINT "UsageWatch_pkey" PRIMARY KEY ("orderNum")
);

-- CreateIndex
CREATE INDEX "UsageReading_cardId_orderNum_readAt_idx" ON "UsageReading"("cardId", "orderNum", "readAt");

-- CreateIndex
CREATE INDEX "UsageWatch_dueAt_idx" ON "UsageWatch"("dueAt");

-- AddForeignKey
ALTER TABLE "UsageReading" ADD CONSTRAINT "UsageReading_cardId_fkey" FOREIGN KEY ("cardId") REFERENCES "Card"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UsageWatch" ADD CONSTRAINT "UsageWatch_orderNum_fkey" FOREIGN KEY ("orderNum") REFERENCES "UpstreamOrder"("orderNum") ON DELETE RESTRICT ON UPDATE CASCADE;
