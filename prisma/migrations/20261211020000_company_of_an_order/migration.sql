-- Whom the invoice of an order is to be made out to, asked at the checkout and kept until it is made.
ALTER TABLE "Person" ADD COLUMN "company" JSONB;
CREATE INDEX "Person_company_waits_idx" ON "Person"("id") WHERE "company" IS NOT NULL;
