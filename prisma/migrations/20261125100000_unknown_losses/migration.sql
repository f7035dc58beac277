-- A loss whose sum nobody knows is no loss of zero, and one that no order stands behind belongs to a book all the same.
ALTER TABLE "LossEntry" ALTER COLUMN "amount" DROP NOT NULL, ADD COLUMN "mode" TEXT;

UPDATE "LossEntry" SET "orderId" = NULL WHERE "orderId" = '';

-- These kinds wrote 0 where the cost was missing. The 0 stays where the network named it as the cost.
UPDATE "LossEntry" e SET "amount" = NULL
WHERE e."amount" = 0 AND e."kind" IN ('cancel_refused', 'status_differs', 'top_up_unpaid', 'written_off')
  AND NOT EXISTS (
    SELECT 1 FROM "UpstreamOrder" u WHERE u."orderNum" = e."evidence"->>'orderNum' AND u."cost" = 0
  );

-- Without an order: the book that the store sold in at that moment. Where it never sold, a loss is rather shown than hidden.
UPDATE "LossEntry" e SET "mode" = coalesce(
  (SELECT o."mode" FROM "Order" o WHERE o."id" = e."orderId"),
  (SELECT o."mode" FROM "Order" o WHERE o."createdAt" <= e."at" ORDER BY o."createdAt" DESC LIMIT 1),
  (SELECT o."mode" FROM "Order" o ORDER BY o."createdAt" LIMIT 1),
  'live'
);

ALTER TABLE "LossEntry" ALTER COLUMN "mode" SET NOT NULL;
