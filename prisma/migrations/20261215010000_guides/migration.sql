-- The operator's own pages: what they say in each language, every version of it, and where former addresses lead.
CREATE TABLE "Guide" (
    "id" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Guide_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "GuideText" (
    "guideId" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "slug" TEXT,
    "shownVersion" INTEGER,
    "publishedAt" TIMESTAMPTZ(3),
    "changedAt" TIMESTAMPTZ(3),
    "dueVersion" INTEGER,
    "dueAt" TIMESTAMPTZ(3),
    "dueZone" TEXT,
    "dueBy" TEXT,
    "stopReason" TEXT,
    "withdrawnAt" TIMESTAMPTZ(3),

    CONSTRAINT "GuideText_pkey" PRIMARY KEY ("guideId", "locale"),
    CONSTRAINT "GuideText_guideId_fkey" FOREIGN KEY ("guideId") REFERENCES "Guide"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "GuideText_shown" CHECK (("slug" IS NULL) = ("shownVersion" IS NULL)),
    CONSTRAINT "GuideText_due" CHECK (("dueAt" IS NULL) = ("dueVersion" IS NULL))
);

CREATE UNIQUE INDEX "GuideText_locale_slug_key" ON "GuideText"("locale", "slug");
CREATE INDEX "GuideText_dueAt_idx" ON "GuideText"("dueAt");

CREATE TABLE "GuideVersion" (
    "guideId" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "restores" INTEGER,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GuideVersion_pkey" PRIMARY KEY ("guideId", "locale", "number"),
    CONSTRAINT "GuideVersion_guideId_locale_fkey" FOREIGN KEY ("guideId", "locale") REFERENCES "GuideText"("guideId", "locale") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TRIGGER "GuideVersion_immutable" BEFORE UPDATE OR DELETE ON "GuideVersion" FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE "Redirect" (
    "from" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "guideId" TEXT,
    "locale" TEXT,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Redirect_pkey" PRIMARY KEY ("from"),
    CONSTRAINT "Redirect_elsewhere" CHECK ("from" <> "to")
);
