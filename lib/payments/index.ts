export {
  bankTransfer,
  type NewPayout,
  type NewTransfer,
  type Payout,
  type Transfer,
  type TransferBook,
} from '#lib/payments/bank-transfer.ts'
export { isOutcomeOpen, PaymentError, type PaymentErrorKind } from '#lib/payments/errors.ts'
export { type Gift, noCharge } from '#lib/payments/no-charge.ts'
export type {
  PaymentProvider,
  PaymentSession,
  PaymentSubject,
  ProviderEvent,
  ProviderEventKind,
  ProviderName,
  ProviderPayment,
  ProviderPaymentState,
  ProviderRefund,
  RefundAct,
  SessionRequest,
  WebhookHeaders,
} from '#lib/payments/provider.ts'
export { type StripeProviderOptions, stripeProvider } from '#lib/payments/stripe-provider.ts'
export { type TestProviderOptions, testProvider } from '#lib/payments/test-provider.ts'
