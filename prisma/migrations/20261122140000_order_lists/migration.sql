-- The lists of orders by state: read from one index, newest first, however many orders there are. The order's own
-- instant never changes, so a line may carry a copy of it.
ALTER TABLE "Line" ADD COLUMN "orderedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE "Line" SET "orderedAt" = o."createdAt" FROM "Order" o WHERE o."id" = "Line"."orderId";
CREATE INDEX "Line_state_orderedAt_orderId_idx" ON "Line"("state", "orderedAt", "orderId");

-- \073 is a semicolon: the engine that compares schemas cuts a script at every literal one, quoted or not.
-- A restored row keeps what it brings: its order may come after it.
CREATE FUNCTION copy_order_instant() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN NEW."orderedAt" := coalesce((SELECT "createdAt" FROM "Order" WHERE "id" = NEW."orderId"), NEW."orderedAt")\073 RETURN NEW\073 END';
CREATE TRIGGER "Line_order_instant" BEFORE INSERT ON "Line" FOR EACH ROW EXECUTE FUNCTION copy_order_instant();

-- The desk of returns, and the differences that were settled last.
CREATE INDEX IF NOT EXISTS "CancelAttempt_state_askedAt_idx" ON "CancelAttempt"("state", "askedAt");
CREATE INDEX "CancelAttempt_state_endedAt_idx" ON "CancelAttempt"("state", "endedAt");
CREATE INDEX "Break_closed" ON "Break" ("closedAt") WHERE "closedAt" IS NOT NULL;
CREATE INDEX "SupplierEntry_owed" ON "SupplierEntry" ("at") WHERE "kind" = 'expected_credit' AND "confirmedAt" IS NULL;
CREATE INDEX "SupplierEntry_confirmed" ON "SupplierEntry" ("confirmedAt") WHERE "confirmedAt" IS NOT NULL;
