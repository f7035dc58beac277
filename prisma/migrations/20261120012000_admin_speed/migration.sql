-- Look-ups of the back office that read whole tables: open differences, and when a mail last left.
CREATE INDEX "Break_open" ON "Break" ("openedAt") WHERE "closedAt" IS NULL;
CREATE INDEX "Outbox_sent" ON "Outbox" ("sentAt") WHERE "sentAt" IS NOT NULL;
-- The refunds of a payment.
CREATE INDEX "Refund_paymentId_idx" ON "Refund"("paymentId");
