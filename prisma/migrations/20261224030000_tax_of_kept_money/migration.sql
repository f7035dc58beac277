-- The tax of a day was that of refunded money too: such days are added up anew.
INSERT INTO "DayMark" ("book", "day", "tx")
SELECT DISTINCT "book", "day", pg_current_xact_id()::text::bigint FROM "DaySum"
WHERE "by" = 'day' AND "refundedMinor" <> 0 AND "taxMinor" <> 0
ON CONFLICT DO NOTHING;
