-- How often a step of visits was taken on a day. Counters alone: nothing of it is about a person.
CREATE TABLE "VisitDay" (
    "day" DATE NOT NULL,
    "step" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "referrer" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "campaign" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "VisitDay_pkey" PRIMARY KEY ("day", "step", "locale", "currency", "referrer", "source", "campaign")
);
