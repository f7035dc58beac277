-- What a destination's page tells search engines, where the store says it in words of its own.
ALTER TABLE "SkuText" ADD COLUMN "pageTitle" TEXT, ADD COLUMN "pageDescription" TEXT;
