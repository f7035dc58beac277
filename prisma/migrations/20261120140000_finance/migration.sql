-- The supplier's entries of an order are added to its figures.
CREATE INDEX "SupplierEntry_orderNum_idx" ON "SupplierEntry"("orderNum");
