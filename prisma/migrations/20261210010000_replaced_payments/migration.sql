-- A later order of the same checkout: its session is to be ended at the provider.
ALTER TABLE "Payment" ADD COLUMN "replacedBy" TEXT;
