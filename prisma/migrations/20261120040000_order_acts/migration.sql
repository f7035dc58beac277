-- What staff do about an order: notes, tags, who looks after it, acts that wait for a second person.
CREATE TABLE "OrderNote" (
    "id" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OrderNote_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "OrderNote_orderId_at_idx" ON "OrderNote"("orderId", "at");

CREATE TABLE "OrderTag" (
    "orderId" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OrderTag_pkey" PRIMARY KEY ("orderId", "tag")
);
CREATE INDEX "OrderTag_tag_idx" ON "OrderTag"("tag");

CREATE TABLE "OrderAssignee" (
    "orderId" TEXT NOT NULL,
    "staffId" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OrderAssignee_pkey" PRIMARY KEY ("orderId")
);
CREATE INDEX "OrderAssignee_staffId_idx" ON "OrderAssignee"("staffId");

CREATE TABLE "SecondLook" (
    "id" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "act" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "wish" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "askedBy" TEXT NOT NULL,
    "askedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closedAt" TIMESTAMPTZ(3),
    "closedBy" TEXT,
    "outcome" TEXT,

    CONSTRAINT "SecondLook_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "SecondLook_orderId_idx" ON "SecondLook"("orderId");
-- The same act waits once.
CREATE UNIQUE INDEX "SecondLook_one_open" ON "SecondLook" ("orderId", "fingerprint") WHERE "closedAt" IS NULL;

CREATE TABLE "LearnedAnswer" (
    "id" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "code" INTEGER NOT NULL,
    "messageHash" TEXT NOT NULL,
    "message" TEXT,
    "proofs" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "filedBy" TEXT NOT NULL,
    "filedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undoneBy" TEXT,
    "undoneAt" TIMESTAMPTZ(3),

    CONSTRAINT "LearnedAnswer_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "LearnedAnswer_endpoint_code_idx" ON "LearnedAnswer"("endpoint", "code");
CREATE UNIQUE INDEX "LearnedAnswer_one_filed" ON "LearnedAnswer" ("endpoint", "code", "messageHash") WHERE "undoneAt" IS NULL;
