-- Why the last try to pay was declined, for the buyer who comes back to the checkout.
ALTER TABLE "Payment" ADD COLUMN "declineCode" TEXT;
