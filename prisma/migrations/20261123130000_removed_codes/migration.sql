-- The code of a card is deleted when its last plan is long over, and the card says since when it is gone.
ALTER TABLE "Card" ADD COLUMN "codeRemovedAt" TIMESTAMPTZ(3);
ALTER TABLE "Card" ADD CONSTRAINT "Card_code_removed" CHECK ("codeRemovedAt" IS NULL OR "sealedCode" IS NULL);

-- What a person is called must not live on in the statistics of the database.
ALTER TABLE "Person" ALTER COLUMN "email" SET STATISTICS 0, ALTER COLUMN "name" SET STATISTICS 0,
  ALTER COLUMN "phone" SET STATISTICS 0;
