-- The zone that was seen at the till, for times in mails, and the reminders that a buyer switched off.
ALTER TABLE "Order" ADD COLUMN "timeZone" TEXT;
ALTER TABLE "Order" ADD COLUMN "mutedMails" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- Install deadlines that come near are looked for by date.
CREATE INDEX "Card_activateBefore_idx" ON "Card"("activateBefore");
