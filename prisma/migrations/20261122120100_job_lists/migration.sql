-- What was given up, refused or ended lately is found without reading the rest.
CREATE INDEX "Refund_state_createdAt_idx" ON "Refund"("state", "createdAt");
CREATE INDEX "Outbox_state_createdAt_idx" ON "Outbox"("state", "createdAt");
CREATE INDEX IF NOT EXISTS "CancelAttempt_state_askedAt_idx" ON "CancelAttempt"("state", "askedAt");
