/** Counts orders without a line, a payment or an event: what half of a transaction would leave. */
export const HALF_WRITTEN = `
  SELECT count(*)::int AS "count" FROM "Order" o WHERE NOT EXISTS (SELECT 1 FROM "Line" WHERE "orderId" = o."id")
    OR NOT EXISTS (SELECT 1 FROM "Payment" WHERE "orderId" = o."id")
    OR NOT EXISTS (SELECT 1 FROM "OrderEvent" WHERE "orderId" = o."id")`
