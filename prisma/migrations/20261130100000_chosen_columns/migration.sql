-- The columns of lists that somebody does not want to see.
ALTER TABLE "Staff" ADD COLUMN "hiddenColumns" TEXT[] DEFAULT ARRAY[]::TEXT[];
