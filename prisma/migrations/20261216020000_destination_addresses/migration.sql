-- CreateTable
CREATE TABLE "SkuAddress" (
    "skuId" INTEGER NOT NULL,
    "locale" TEXT NOT NULL,
    "slug" TEXT NOT NULL,

    CONSTRAINT "SkuAddress_pkey" PRIMARY KEY ("skuId","locale")
);

-- CreateIndex
CREATE INDEX "SkuAddress_slug_idx" ON "SkuAddress"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "SkuAddress_locale_slug_key" ON "SkuAddress"("locale", "slug");

-- AddForeignKey
ALTER TABLE "SkuAddress" ADD CONSTRAINT "SkuAddress_skuId_fkey" FOREIGN KEY ("skuId") REFERENCES "Sku"("id") ON DELETE CASCADE ON UPDATE CASCADE;
