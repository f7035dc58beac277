-- How many fields of the upstream's answer gave the same code. Cards from before were not counted.
ALTER TABLE "Card" ADD COLUMN "codeSources" INTEGER;
