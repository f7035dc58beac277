-- Where a text of the operator stands: it may be a guide, a section of the front page, or a page of help.
CREATE TYPE "GuidePlace" AS ENUM ('guide', 'front_page', 'help');

-- AlterTable
ALTER TABLE "Guide" ADD COLUMN "place" "GuidePlace" NOT NULL DEFAULT 'guide';
