-- Health counts and lists what payment providers said about no payment of this store. Most of what they say is of one.
CREATE INDEX "ProviderEvent_unmatched" ON "ProviderEvent" ("receivedAt") WHERE "state" = 'UNMATCHED';
