-- Health counts what was asked since midnight. Most orders are never asked about again, and many never were.
CREATE INDEX "UsageWatch_asked" ON "UsageWatch" ("askedAt") WHERE "askedAt" IS NOT NULL;
