-- CreateTable
CREATE TABLE "ShopPicture" (
    "hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ShopPicture_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "LegalText" (
    "page" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LegalText_pkey" PRIMARY KEY ("page", "locale", "version")
);

-- What somebody has agreed to is never written over.
CREATE TRIGGER "LegalText_append_only" BEFORE UPDATE OR DELETE ON "LegalText" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "ShopPicture_immutable" BEFORE UPDATE ON "ShopPicture" FOR EACH ROW EXECUTE FUNCTION refuse_change();
