-- A destination of a partner's physical cards has prices and orders like any other, and no place on the shelf of eSIMs.
ALTER TABLE "Sku" ADD COLUMN "partnerId" INTEGER;

-- Why the grouped list could not be read: the plain one is shown then, and says nothing about differences.
ALTER TABLE "Partner" ADD COLUMN "groupedError" TEXT;
ALTER TABLE "PartnerSku" ADD COLUMN "iso2" CHAR(2);

-- A card that somebody holds and that no order of ours brought. A line names it like a card of ours.
CREATE TABLE "CardInHand" (
    "id" TEXT NOT NULL,
    "iccid" TEXT NOT NULL,
    "brandName" TEXT,
    "partnerId" INTEGER,
    "firstOrderNum" TEXT,
    "quotedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CardInHand_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "CardInHand_iccid" CHECK ("iccid" ~ '^[0-9]{10,22}$')
);

CREATE UNIQUE INDEX "CardInHand_iccid_key" ON "CardInHand"("iccid");
CREATE INDEX "CardInHand_createdAt_idx" ON "CardInHand"("createdAt");
