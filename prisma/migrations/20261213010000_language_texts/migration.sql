-- What the store says in a language itself, and the languages that did not come with it.
CREATE TABLE "LanguageTexts" (
    "locale" TEXT NOT NULL,
    "texts" JSONB NOT NULL,
    "version" INTEGER NOT NULL,
    "changedBy" TEXT NOT NULL,
    "changedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LanguageTexts_pkey" PRIMARY KEY ("locale")
);
