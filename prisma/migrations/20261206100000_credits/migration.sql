-- Money that a customer may spend here: a promotion with a sum that one person alone uses up, order by order.
CREATE TABLE "Credit" (
    "id" TEXT NOT NULL,
    "holderId" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "agreedBy" TEXT,
    "agreedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Credit_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Credit_holderId_idx" ON "Credit"("holderId");
ALTER TABLE "Credit" ADD CONSTRAINT "Credit_id_fkey" FOREIGN KEY ("id") REFERENCES "Promotion"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Credit" ADD CONSTRAINT "Credit_holderId_fkey" FOREIGN KEY ("holderId") REFERENCES "Person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Credit" ADD CONSTRAINT "Credit_agreed" CHECK (("agreedBy" IS NULL) = ("agreedAt" IS NULL));

-- Whose it is never changes, and what was agreed to stays agreed to.
CREATE TRIGGER "Credit_agreed_once" BEFORE UPDATE ON "Credit" FOR EACH ROW
  WHEN ((OLD."id", OLD."holderId") IS DISTINCT FROM (NEW."id", NEW."holderId")
    OR (OLD."agreedAt" IS NOT NULL
      AND (OLD."agreedAt", OLD."agreedBy") IS DISTINCT FROM (NEW."agreedAt", NEW."agreedBy")))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "Credit_kept" BEFORE DELETE ON "Credit" FOR EACH ROW EXECUTE FUNCTION refuse_change();
