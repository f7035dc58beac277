-- Among a million sums spent, the few payments to the supplier and the confirmed credits are listed by themselves.
CREATE INDEX "SupplierEntry_paid" ON "SupplierEntry" ("at", "id") WHERE "kind" IN ('deposit', 'withdrawal');
CREATE INDEX "SupplierEntry_credited" ON "SupplierEntry" ("at", "id")
  WHERE "kind" = 'expected_credit' AND "confirmedAt" IS NOT NULL;
