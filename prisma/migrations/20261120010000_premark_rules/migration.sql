-- What a person has read out of the exact wording of a plan's rule.
CREATE TYPE "PremarkAnswer" AS ENUM ('ALLOWED_UNTIL_INSTALL', 'ALLOWED_UNTIL_USE', 'NEVER', 'UNKNOWN');

CREATE TABLE "PremarkRule" (
    "textHash" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "answer" "PremarkAnswer" NOT NULL,
    "setBy" TEXT NOT NULL,
    "setAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PremarkRule_pkey" PRIMARY KEY ("textHash")
);

-- A further wish for cards of an order whose cancellation is open waits for its turn.
ALTER TYPE "CancelState" ADD VALUE 'WAITING' BEFORE 'ASKED';
ALTER TABLE "CancelAttempt" ADD COLUMN "onceKey" TEXT;
ALTER TABLE "CancelAttempt" ADD COLUMN "fingerprint" TEXT;
CREATE UNIQUE INDEX "CancelAttempt_orderNum_onceKey_key" ON "CancelAttempt"("orderNum", "onceKey");
