-- Where a text of the operator stands: it may be a guide, a section of the front page, or a page of help. Addresses are
-- those of a place. Whoever publishes holds the lock of the settings, so that two texts never take one.
CREATE TYPE "GuidePlace" AS ENUM ('guide', 'front_page', 'help');

-- AlterTable
ALTER TABLE "GuideText" ADD COLUMN "place" "GuidePlace" NOT NULL DEFAULT 'guide';

-- DropIndex
DROP INDEX "GuideText_locale_slug_key";

-- CreateIndex
CREATE INDEX "GuideText_locale_place_slug_idx" ON "GuideText"("locale", "place", "slug");
