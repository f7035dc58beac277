-- An order that staff give away asks for nothing, and only such an order does.
ALTER TABLE "Payment" DROP CONSTRAINT "Payment_amount";
ALTER TABLE "Payment" ADD CONSTRAINT "Payment_amount" CHECK (
    CASE WHEN "provider" = 'no_charge' THEN "amountMinor" = 0 ELSE "amountMinor" > 0 END
);
