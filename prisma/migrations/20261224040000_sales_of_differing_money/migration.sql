-- An order counted as sold while its money differed from its price: the days of such orders are added up anew.
INSERT INTO "DayMark" ("book", "day", "tx")
SELECT DISTINCT o."mode", (o."createdAt" AT TIME ZONE 'UTC')::date, pg_current_xact_id()::text::bigint
FROM "Payment" p JOIN "Order" o ON o."id" = p."orderId"
WHERE p."reason" = 'mismatch'
ON CONFLICT DO NOTHING;
