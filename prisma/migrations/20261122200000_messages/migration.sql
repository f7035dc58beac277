-- What customers write to the store.
CREATE TABLE "Message" (
    "id" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "orderId" TEXT,
    "cardId" TEXT,
    "facts" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answer" TEXT,
    "answeredBy" TEXT,
    "closedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Message_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "Message_reference_key" ON "Message"("reference");

CREATE INDEX "Message_closedAt_createdAt_id_idx" ON "Message"("closedAt", "createdAt", "id");

CREATE INDEX "Message_orderId_idx" ON "Message"("orderId");

CREATE INDEX "Message_email_idx" ON "Message"("email");
