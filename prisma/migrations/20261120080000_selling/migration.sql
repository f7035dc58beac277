-- Rules of price are changed by revisions: a draft is previewed, applied at once or at a time, and can be undone.
CREATE TYPE "PriceRevisionState" AS ENUM ('draft', 'scheduled', 'applied', 'discarded', 'stopped');

CREATE TABLE "PriceRevision" (
    "id" TEXT NOT NULL,
    "state" "PriceRevisionState" NOT NULL DEFAULT 'draft',
    "title" TEXT NOT NULL DEFAULT '',
    "edits" JSONB NOT NULL,
    "rate" JSONB,
    "turn" INTEGER NOT NULL DEFAULT 1,
    "number" INTEGER,
    "before" JSONB,
    "counts" JSONB,
    "dueAt" TIMESTAMPTZ(3),
    "stopReason" TEXT,
    "undoes" TEXT,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedBy" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "appliedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PriceRevision_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "PriceRevision_number_key" ON "PriceRevision"("number");
CREATE INDEX "PriceRevision_state_dueAt_idx" ON "PriceRevision"("state", "dueAt");
CREATE INDEX "PriceRevision_updatedAt_idx" ON "PriceRevision"("updatedAt");

-- Without a rounding of its own, a rule takes that of the next wider one.
ALTER TABLE "PriceRule" ALTER COLUMN "rounding" DROP NOT NULL;

ALTER TABLE "ExchangeRate" ADD COLUMN "asOf" CHAR(10);
ALTER TABLE "ExchangeRate" ADD COLUMN "setBy" TEXT;

-- What the store says of a destination, by language.
ALTER TABLE "Sku" ADD COLUMN "isFeatured" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "SkuText" (
    "skuId" INTEGER NOT NULL,
    "locale" TEXT NOT NULL,
    "name" TEXT,
    "text" TEXT,

    CONSTRAINT "SkuText_pkey" PRIMARY KEY ("skuId", "locale")
);
ALTER TABLE "SkuText" ADD CONSTRAINT "SkuText_skuId_fkey" FOREIGN KEY ("skuId") REFERENCES "Sku"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "PlanChange_kind_at_idx" ON "PlanChange"("kind", "at");
CREATE INDEX "PlanChange_skuId_at_idx" ON "PlanChange"("skuId", "at");

-- The mirror of the distribution partners of physical cards.
CREATE TABLE "Partner" (
    "id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "upstreamName" TEXT NOT NULL,
    "iconUrl" TEXT,
    "isHidden" BOOLEAN NOT NULL DEFAULT false,
    "readAt" TIMESTAMPTZ(3),
    "lastReadError" TEXT,
    "vanishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Partner_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Partner_slug_key" ON "Partner"("slug");

CREATE TABLE "PartnerSku" (
    "partnerId" INTEGER NOT NULL,
    "skuId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "continent" TEXT,
    "searchText" TEXT,
    "isListed" BOOLEAN NOT NULL,
    "isGrouped" BOOLEAN NOT NULL,

    CONSTRAINT "PartnerSku_pkey" PRIMARY KEY ("partnerId", "skuId")
);
ALTER TABLE "PartnerSku" ADD CONSTRAINT "PartnerSku_partnerId_fkey" FOREIGN KEY ("partnerId") REFERENCES "Partner"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "PartnerPlan" (
    "partnerId" INTEGER NOT NULL,
    "planKey" TEXT NOT NULL,
    "skuId" INTEGER NOT NULL,
    "code" TEXT,
    "priceId" INTEGER NOT NULL,
    "kind" "PlanKind" NOT NULL,
    "minDays" INTEGER,
    "maxDays" INTEGER,
    "amountValue" INTEGER NOT NULL,
    "amountUnit" TEXT NOT NULL,
    "validityDays" INTEGER NOT NULL,
    "cost" DECIMAL(18,6) NOT NULL,
    "label" TEXT,
    "networks" JSONB,

    CONSTRAINT "PartnerPlan_pkey" PRIMARY KEY ("partnerId", "skuId", "planKey")
);
ALTER TABLE "PartnerPlan" ADD CONSTRAINT "PartnerPlan_partnerId_fkey" FOREIGN KEY ("partnerId") REFERENCES "Partner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
