-- Since when the pages of a destination show what they show, for the site maps.
ALTER TABLE "CatalogState" ADD COLUMN "notedVersion" INTEGER;
CREATE TABLE "ShownPage" (
    "skuId" INTEGER NOT NULL,
    "locale" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "changedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ShownPage_pkey" PRIMARY KEY ("skuId", "locale")
);
