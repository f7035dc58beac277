-- Where the visit that an order was made in came from, while the shop counts visits.
ALTER TABLE "Order" ADD COLUMN "origin" JSONB;
