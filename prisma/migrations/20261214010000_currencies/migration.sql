-- The currencies besides its own that a store sells in: each change is a row, and the newest one counts.
CREATE TABLE "CurrencyTable" (
    "number" INTEGER NOT NULL,
    "entries" JSONB NOT NULL,
    "origin" TEXT NOT NULL,
    "undoes" INTEGER,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CurrencyTable_pkey" PRIMARY KEY ("number")
);

CREATE TRIGGER "CurrencyTable_immutable" BEFORE UPDATE ON "CurrencyTable" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What one unit of the store's currency is worth in that of the offer. Null: the offer is in the store's currency.
ALTER TABLE "Quote" ADD COLUMN "storeCurrency" CHAR(3), ADD COLUMN "storeRate" DECIMAL(20,10);
ALTER TABLE "Quote" ADD CONSTRAINT "Quote_store_rate" CHECK (
    ("storeCurrency" IS NULL AND "storeRate" IS NULL)
    OR ("storeCurrency" IS NOT NULL AND "storeRate" > 0 AND "storeCurrency" <> "currency")) NOT VALID;

-- What a discount took of its promotion, in the promotion's currency. Null: it is the currency of the order.
ALTER TABLE "PromotionUse" ADD COLUMN "takenMinor" INTEGER;

DROP TRIGGER "PromotionUse_given_back_once" ON "PromotionUse";
CREATE TRIGGER "PromotionUse_given_back_once" BEFORE UPDATE ON "PromotionUse" FOR EACH ROW
  WHEN (OLD."releasedAt" IS NOT NULL OR NEW."releasedAt" IS NULL
    OR (OLD."id", OLD."promotionId", OLD."orderId", OLD."code", OLD."discountMinor", OLD."takenMinor", OLD."createdAt")
      IS DISTINCT FROM
      (NEW."id", NEW."promotionId", NEW."orderId", NEW."code", NEW."discountMinor", NEW."takenMinor", NEW."createdAt"))
  EXECUTE FUNCTION refuse_change();
