-- A worker of the version before names no book. Its losses are rather shown than refused.
ALTER TABLE "LossEntry" ALTER COLUMN "mode" SET DEFAULT 'live';

-- Accounts are found by the beginning of their address. The unique index serves that in the C collation only.
CREATE INDEX "Account_email_beginning" ON "Account" (lower("email") text_pattern_ops);
