-- Several paid top-ups of one card may wait in line. Only one of them at a time has a call that is out, or whose
-- outcome nobody knows: what turns up on the card then belongs to that one.
DROP INDEX "Line_one_open_renewal_per_card";
CREATE UNIQUE INDEX "Line_one_call_per_card" ON "Line" ("cardId") WHERE "kind" = 'RENEWAL' AND "state" IN ('PLACING', 'UNKNOWN');
-- The top-ups of a card.
CREATE INDEX "Line_top_ups_of_card" ON "Line" ("cardId", "createdAt") WHERE "kind" = 'RENEWAL';
