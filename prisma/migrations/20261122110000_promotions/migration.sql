-- Discounts by code, and what each of them took off which order.
CREATE TYPE "PromotionKind" AS ENUM ('PERCENT', 'FIXED');

CREATE TABLE "Promotion" (
    "id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "kind" "PromotionKind" NOT NULL,
    "basisPoints" INTEGER,
    "amountMinor" INTEGER,
    "currency" CHAR(3) NOT NULL,
    "minimumMinor" INTEGER NOT NULL DEFAULT 0,
    "totalLimit" INTEGER,
    "personLimit" INTEGER,
    "startsAt" TIMESTAMPTZ(3) NOT NULL,
    "endsAt" TIMESTAMPTZ(3),
    "timeZone" TEXT NOT NULL,
    "skuIds" INTEGER[],
    "planKind" TEXT,
    "stacks" BOOLEAN NOT NULL DEFAULT false,
    "maySellUnderFloor" BOOLEAN NOT NULL DEFAULT false,
    "endedAt" TIMESTAMPTZ(3),
    "turn" INTEGER NOT NULL DEFAULT 1,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Promotion_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Promotion_code_key" ON "Promotion"("code");
CREATE INDEX "Promotion_createdAt_idx" ON "Promotion"("createdAt");
ALTER TABLE "Promotion" ADD CONSTRAINT "Promotion_one_discount" CHECK (
  ("kind" = 'PERCENT' AND "amountMinor" IS NULL AND "basisPoints" BETWEEN 1 AND 10000)
  OR ("kind" = 'FIXED' AND "basisPoints" IS NULL AND "amountMinor" > 0));
ALTER TABLE "Promotion" ADD CONSTRAINT "Promotion_limits" CHECK (
  "minimumMinor" >= 0 AND "totalLimit" > 0 AND "personLimit" > 0);

CREATE TABLE "PromotionUse" (
    "id" TEXT NOT NULL,
    "promotionId" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "discountMinor" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "releasedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PromotionUse_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "PromotionUse_promotionId_orderId_key" ON "PromotionUse"("promotionId", "orderId");
CREATE INDEX "PromotionUse_orderId_idx" ON "PromotionUse"("orderId");
-- What counts against a limit.
CREATE INDEX "PromotionUse_counted" ON "PromotionUse" ("promotionId") WHERE "releasedAt" IS NULL;
ALTER TABLE "PromotionUse" ADD CONSTRAINT "PromotionUse_promotionId_fkey" FOREIGN KEY ("promotionId") REFERENCES "Promotion"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "PromotionUse" ADD CONSTRAINT "PromotionUse_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE TRIGGER "PromotionUse_given_back_once" BEFORE UPDATE ON "PromotionUse" FOR EACH ROW
  WHEN (OLD."releasedAt" IS NOT NULL OR NEW."releasedAt" IS NULL
    OR (OLD."id", OLD."promotionId", OLD."orderId", OLD."code", OLD."discountMinor", OLD."createdAt")
      IS DISTINCT FROM (NEW."id", NEW."promotionId", NEW."orderId", NEW."code", NEW."discountMinor", NEW."createdAt"))
  EXECUTE FUNCTION refuse_change();

-- What discounts took off each line of an order. Its price is what is left, and what is paid.
ALTER TABLE "Line" ADD COLUMN "discountMinor" INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER "Line_discount_immutable" BEFORE UPDATE OF "discountMinor" ON "Line" FOR EACH ROW
  WHEN (OLD."discountMinor" IS DISTINCT FROM NEW."discountMinor") EXECUTE FUNCTION refuse_change();
