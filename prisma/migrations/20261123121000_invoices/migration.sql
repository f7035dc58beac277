-- Invoices with the data of a company. A row is never changed but by an erasure, and a correction is a row of its own.
CREATE TABLE "Invoice" (
    "id" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "company" TEXT NOT NULL,
    "taxNumber" TEXT NOT NULL,
    "postalAddress" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "totalMinor" INTEGER NOT NULL,
    "taxMinor" INTEGER NOT NULL,
    "issuedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Invoice_pkey" PRIMARY KEY ("id")
);

-- The last number of a year. Taken in the transaction of the invoice, so that no number is missing.
CREATE TABLE "InvoiceYear" (
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "InvoiceYear_pkey" PRIMARY KEY ("year")
);

CREATE UNIQUE INDEX "Invoice_number_key" ON "Invoice"("number");

CREATE INDEX "Invoice_orderId_issuedAt_idx" ON "Invoice"("orderId", "issuedAt");

ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_orderId_fkey" FOREIGN KEY ("orderId")
  REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
