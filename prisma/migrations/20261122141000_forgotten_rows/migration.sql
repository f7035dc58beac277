-- What should move and has no date: asked each few minutes, so it must not grow with what is done.
CREATE INDEX "Payment_forgotten" ON "Payment" ("id")
  WHERE "nextActionAt" IS NULL AND "state" IN ('INTENDED', 'OPEN', 'CAPTURING', 'VOIDING');
CREATE INDEX "Refund_forgotten" ON "Refund" ("id") WHERE "nextActionAt" IS NULL AND "state" IN ('INTENDED', 'SENT');
CREATE INDEX "ProviderEvent_received" ON "ProviderEvent" ("receivedAt") WHERE "state" = 'RECEIVED';
