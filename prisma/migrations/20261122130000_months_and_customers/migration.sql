-- A closed month, and what it books of every sold line.
CREATE TABLE "MonthClose" (
    "id" TEXT NOT NULL,
    "book" TEXT NOT NULL,
    "month" CHAR(7) NOT NULL,
    "sums" JSONB NOT NULL,
    "notes" JSONB NOT NULL,
    "closedBy" TEXT NOT NULL,
    "closedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "MonthClose_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "MonthClose_book_month_key" ON "MonthClose"("book", "month");

CREATE TABLE "MonthEntry" (
    "monthId" TEXT NOT NULL,
    "lineId" TEXT NOT NULL,
    "isCorrection" BOOLEAN NOT NULL,
    "orderId" TEXT NOT NULL,
    "orderNumber" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "skuId" INTEGER NOT NULL,
    "planId" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "costCurrency" CHAR(3) NOT NULL,
    "lines" INTEGER NOT NULL,
    "knownLines" INTEGER NOT NULL,
    "revenueMinor" INTEGER NOT NULL,
    "taxMinor" INTEGER NOT NULL,
    "discountMinor" INTEGER NOT NULL,
    "refundedMinor" INTEGER NOT NULL,
    "quoted" DECIMAL(18,6) NOT NULL,
    "charged" DECIMAL(18,6) NOT NULL,
    "credited" DECIMAL(18,6) NOT NULL,
    "spentMinor" INTEGER NOT NULL,
    "marginMinor" INTEGER NOT NULL,

    CONSTRAINT "MonthEntry_pkey" PRIMARY KEY ("monthId","lineId")
);
CREATE INDEX "MonthEntry_lineId_idx" ON "MonthEntry"("lineId");
CREATE INDEX "MonthEntry_at_idx" ON "MonthEntry"("at");

-- \073 is a semicolon: the engine that compares schemas cuts a script at every literal one, quoted or not.
CREATE TRIGGER "MonthClose_append_only" BEFORE UPDATE OR DELETE ON "MonthClose" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE FUNCTION refuse_closed_month() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN IF EXISTS (SELECT 1 FROM "MonthClose" m WHERE m."id" IN (NEW."monthId", OLD."monthId")) THEN RAISE EXCEPTION ''this month is closed'' USING ERRCODE = ''restrict_violation''\073 END IF\073 RETURN coalesce(NEW, OLD)\073 END';
CREATE TRIGGER "MonthEntry_closed" BEFORE INSERT OR UPDATE OR DELETE ON "MonthEntry" FOR EACH ROW EXECUTE FUNCTION refuse_closed_month();

-- Addresses of one customer, addresses that may not buy, and what people asked for about their own data.
CREATE TABLE "CustomerAddress" (
    "email" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CustomerAddress_pkey" PRIMARY KEY ("email")
);
CREATE INDEX "CustomerAddress_groupId_idx" ON "CustomerAddress"("groupId");

CREATE TABLE "BuyerBlock" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),
    "endedBy" TEXT,
    "endReason" TEXT,

    CONSTRAINT "BuyerBlock_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "BuyerBlock_email_idx" ON "BuyerBlock"("email");
CREATE UNIQUE INDEX "BuyerBlock_one_open" ON "BuyerBlock" ("email") WHERE "endedAt" IS NULL;

CREATE TABLE "DataRequest" (
    "id" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "askedBy" TEXT NOT NULL,
    "askedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closedAt" TIMESTAMPTZ(3),
    "closedBy" TEXT,
    "outcome" TEXT,
    "report" JSONB,

    CONSTRAINT "DataRequest_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "DataRequest_personId_idx" ON "DataRequest"("personId");
CREATE INDEX "DataRequest_closedAt_askedAt_idx" ON "DataRequest"("closedAt", "askedAt");

-- The refund ledger, newest first, and the beginnings of names and addresses.
CREATE INDEX "Refund_createdAt_id_idx" ON "Refund"("createdAt", "id");
CREATE INDEX "RefundItem_refundId_idx" ON "RefundItem"("refundId");
CREATE INDEX "Person_email_beginning" ON "Person" (lower("email") text_pattern_ops);
CREATE INDEX "Person_name_beginning" ON "Person" (lower("name") text_pattern_ops) WHERE "name" IS NOT NULL;
CREATE INDEX "Card_traveller_beginning" ON "Card" (lower("travellerName") text_pattern_ops) WHERE "travellerName" IS NOT NULL;

-- Forgetting a person may take words out of what is otherwise append-only: the named columns, while the transaction says
-- that it erases, and nothing else.
CREATE FUNCTION refuse_change_but_erasing() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN IF TG_OP = ''UPDATE'' AND current_setting(''landfall.erasing'', true) = ''on'' AND (to_jsonb(NEW) - TG_ARGV) = (to_jsonb(OLD) - TG_ARGV) THEN RETURN NEW\073 END IF\073 RAISE EXCEPTION ''% is append-only'', TG_TABLE_NAME USING ERRCODE = ''restrict_violation''\073 END';
DROP TRIGGER "OrderEvent_append_only" ON "OrderEvent";
DROP TRIGGER "AuditEvent_append_only" ON "AuditEvent";
CREATE TRIGGER "OrderEvent_append_only" BEFORE UPDATE OR DELETE ON "OrderEvent" FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasing('data');
CREATE TRIGGER "AuditEvent_append_only" BEFORE UPDATE OR DELETE ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasing('reason', 'before', 'after');
