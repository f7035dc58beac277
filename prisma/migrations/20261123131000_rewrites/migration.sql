-- Until when erasures have been carried out in the files of the tables as well, and not in their rows alone.
CREATE TABLE "Rewrite" (
    "id" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Rewrite_pkey" PRIMARY KEY ("id")
);
