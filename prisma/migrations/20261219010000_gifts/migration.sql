-- To whom the eSIMs of an order go as a gift, and when.
CREATE TABLE "Gift" (
    "orderId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "from" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "sendOn" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "sharedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Gift_pkey" PRIMARY KEY ("orderId")
);

-- AddForeignKey
ALTER TABLE "Gift" ADD CONSTRAINT "Gift_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;
