-- When the network last said that it had not enough cards of a plan, and how many had been asked for.
ALTER TABLE "Plan" ADD COLUMN "noStockAt" TIMESTAMPTZ(3), ADD COLUMN "noStockCount" INTEGER;
