-- AlterTable
ALTER TABLE "Outbox" ADD COLUMN "endedAt" TIMESTAMPTZ(3);
