-- The list of cards narrowed to the few: those on their way back, and those that nobody has opened.
CREATE INDEX "Card_return_state" ON "Card" ("cancelState", "createdAt", "id") WHERE "cancelState" <> 'NONE';
CREATE INDEX "Card_unopened" ON "Card" ("createdAt", "id") WHERE "revealedAt" IS NULL;

-- Who may not buy now: the newest first.
CREATE INDEX "BuyerBlock_standing" ON "BuyerBlock" ("at") WHERE "endedAt" IS NULL;
