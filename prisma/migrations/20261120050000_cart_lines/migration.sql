-- An order may hold several lines: their places in it, and which of them a capture has left out.
ALTER TABLE "Line" ADD COLUMN "position" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "Line" ADD COLUMN "notCaptured" BOOLEAN NOT NULL DEFAULT false;
CREATE UNIQUE INDEX "Line_orderId_position_key" ON "Line"("orderId", "position");
UPDATE "Line" SET "notCaptured" = true WHERE "evidence" ->> 'notCaptured' = 'true';
