-- The currencies besides its own that a store sells in: each change is a row, and the newest one counts.
CREATE TABLE "CurrencyTable" (
    "number" INTEGER NOT NULL,
    "store" CHAR(3) NOT NULL,
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
-- What a discount took of its promotion, in the promotion's currency. Null: it is the currency of the order.
ALTER TABLE "PromotionUse" ADD COLUMN "takenMinor" INTEGER;

CREATE TRIGGER "PromotionUse_taken_stays" BEFORE UPDATE ON "PromotionUse" FOR EACH ROW
  WHEN (OLD."takenMinor" IS DISTINCT FROM NEW."takenMinor") EXECUTE FUNCTION refuse_change();
