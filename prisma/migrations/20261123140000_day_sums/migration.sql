-- What each day adds up to, so that figures of a year do not read every line of it.
CREATE TABLE "DaySum" (
    "book" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "key" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "costCurrency" CHAR(3) NOT NULL,
    "lines" INTEGER NOT NULL,
    "knownLines" INTEGER NOT NULL,
    "revenueMinor" BIGINT NOT NULL,
    "taxMinor" BIGINT NOT NULL,
    "discountMinor" BIGINT NOT NULL,
    "refundedMinor" BIGINT NOT NULL,
    "quoted" DECIMAL(24,6) NOT NULL,
    "quotedByDays" DECIMAL(24,6) NOT NULL,
    "charged" DECIMAL(24,6) NOT NULL,
    "credited" DECIMAL(24,6) NOT NULL,
    "spentMinor" BIGINT NOT NULL,
    "marginMinor" BIGINT NOT NULL,

    CONSTRAINT "DaySum_pkey" PRIMARY KEY ("book","by","day","key","currency","costCurrency")
);

CREATE TABLE "SupplierDay" (
    "day" DATE NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "deposits" DECIMAL(24,6) NOT NULL,
    "withdrawals" DECIMAL(24,6) NOT NULL,
    "spend" DECIMAL(24,6) NOT NULL,
    "confirmed" DECIMAL(24,6) NOT NULL,
    "expected" DECIMAL(24,6) NOT NULL,

    CONSTRAINT "SupplierDay_pkey" PRIMARY KEY ("day","currency")
);

CREATE TABLE "DayMark" (
    "book" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "tx" BIGINT NOT NULL,

    CONSTRAINT "DayMark_pkey" PRIMARY KEY ("book","day","tx")
);

-- Whatever changes a figure marks its day, in the transaction of the change. Offers never change.
-- \073 is a semicolon: the engine that compares schemas cuts a script at every literal one, quoted or not.
CREATE FUNCTION mark_day_of(order_id text) RETURNS void LANGUAGE sql AS
  'INSERT INTO "DayMark" SELECT o."mode", (o."createdAt" AT TIME ZONE ''UTC'')::date, pg_current_xact_id()::text::bigint FROM "Order" o WHERE o."id" = order_id ON CONFLICT DO NOTHING';
CREATE FUNCTION mark_moved_order() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN INSERT INTO "DayMark" VALUES (OLD."mode", (OLD."createdAt" AT TIME ZONE ''UTC'')::date, pg_current_xact_id()::text::bigint), (NEW."mode", (NEW."createdAt" AT TIME ZONE ''UTC'')::date, pg_current_xact_id()::text::bigint) ON CONFLICT DO NOTHING\073 RETURN NULL\073 END';
CREATE FUNCTION mark_by_order() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN PERFORM mark_day_of(coalesce(NEW."orderId", OLD."orderId"))\073 RETURN NULL\073 END';
CREATE FUNCTION mark_by_line() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN PERFORM mark_day_of(l."orderId") FROM "Line" l WHERE l."id" = coalesce(NEW."lineId", OLD."lineId")\073 RETURN NULL\073 END';
CREATE FUNCTION mark_by_payment() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN PERFORM mark_day_of(p."orderId") FROM "Payment" p WHERE p."id" = coalesce(NEW."paymentId", OLD."paymentId")\073 RETURN NULL\073 END';
CREATE FUNCTION mark_by_entry() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN INSERT INTO "DayMark" SELECT ''supplier'', (x."at" AT TIME ZONE ''UTC'')::date, pg_current_xact_id()::text::bigint FROM (VALUES (NEW."at"), (OLD."at")) x ("at") WHERE x."at" IS NOT NULL ON CONFLICT DO NOTHING\073 PERFORM mark_day_of(l."orderId") FROM "UpstreamOrder" u JOIN "Line" l ON l."id" = u."lineId" WHERE u."orderNum" IN (NEW."orderNum", OLD."orderNum") AND ''expected_credit'' IN (NEW."kind", OLD."kind")\073 RETURN NULL\073 END';

CREATE TRIGGER "Order_day_moved" AFTER UPDATE OF "mode", "createdAt", "currency" ON "Order" FOR EACH ROW EXECUTE FUNCTION mark_moved_order();
CREATE TRIGGER "Line_day" AFTER INSERT OR DELETE ON "Line" FOR EACH ROW EXECUTE FUNCTION mark_by_order();
CREATE TRIGGER "Line_day_changed" AFTER UPDATE OF "notCaptured", "priceMinor", "discountMinor", "quoteId" ON "Line" FOR EACH ROW
  WHEN ((OLD."notCaptured", OLD."priceMinor", OLD."discountMinor", OLD."quoteId") IS DISTINCT FROM (NEW."notCaptured", NEW."priceMinor", NEW."discountMinor", NEW."quoteId"))
  EXECUTE FUNCTION mark_by_order();
CREATE TRIGGER "Payment_day" AFTER INSERT OR DELETE ON "Payment" FOR EACH ROW EXECUTE FUNCTION mark_by_order();
CREATE TRIGGER "Payment_day_changed" AFTER UPDATE OF "capturedMinor", "reason", "provider", "n", "state" ON "Payment" FOR EACH ROW
  WHEN ((OLD."capturedMinor", OLD."reason", OLD."provider", OLD."n") IS DISTINCT FROM (NEW."capturedMinor", NEW."reason", NEW."provider", NEW."n") OR (NEW."provider" = 'no_charge' AND OLD."state" <> NEW."state"))
  EXECUTE FUNCTION mark_by_order();
CREATE TRIGGER "Refund_day" AFTER INSERT OR DELETE ON "Refund" FOR EACH ROW EXECUTE FUNCTION mark_by_payment();
CREATE TRIGGER "Refund_day_changed" AFTER UPDATE OF "state" ON "Refund" FOR EACH ROW
  WHEN (OLD."state" <> NEW."state" AND 'DONE' IN (OLD."state", NEW."state")) EXECUTE FUNCTION mark_by_payment();
CREATE TRIGGER "RefundItem_day" AFTER INSERT OR UPDATE OR DELETE ON "RefundItem" FOR EACH ROW EXECUTE FUNCTION mark_by_line();
CREATE TRIGGER "UpstreamOrder_day" AFTER INSERT OR DELETE ON "UpstreamOrder" FOR EACH ROW EXECUTE FUNCTION mark_by_line();
CREATE TRIGGER "UpstreamOrder_day_changed" AFTER UPDATE OF "cost", "costCurrency" ON "UpstreamOrder" FOR EACH ROW
  WHEN ((OLD."cost", OLD."costCurrency") IS DISTINCT FROM (NEW."cost", NEW."costCurrency")) EXECUTE FUNCTION mark_by_line();
CREATE TRIGGER "SupplierEntry_day" AFTER INSERT OR UPDATE OR DELETE ON "SupplierEntry" FOR EACH ROW EXECUTE FUNCTION mark_by_entry();

-- Nothing has been added up yet.
INSERT INTO "DayMark" SELECT DISTINCT o."mode", (o."createdAt" AT TIME ZONE 'UTC')::date, 0 FROM "Order" o;
INSERT INTO "DayMark" SELECT DISTINCT 'supplier', (s."at" AT TIME ZONE 'UTC')::date, 0 FROM "SupplierEntry" s;
