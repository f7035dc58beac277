-- The database's own clock, at the moment of the insert: it is compared with the moment at which a payment was read.
ALTER TABLE "ProviderEvent" ALTER COLUMN "receivedAt" SET DEFAULT clock_timestamp();
