-- Look-ups of the back office: the mails of an order, and a card by the end of its number.
CREATE INDEX "Outbox_orderId_idx" ON "Outbox"("orderId");
CREATE INDEX "Outbox_given_up" ON "Outbox" ("createdAt") WHERE "state" = 'GIVEN_UP';
CREATE INDEX "Refund_refused" ON "Refund" ("createdAt") WHERE "state" = 'REFUSED';
CREATE INDEX "Card_iccid_tail" ON "Card" (right("iccid", 6));
