export {
  bankTransfer,
  type NewPayout,
  type NewTransfer,
  type Payout,
  type Transfer,
  type TransferBook,
} from '#lib/payments/providers/bank-transfer.ts'
export { type Gift, noCharge } from '#lib/payments/providers/no-charge.ts'
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
  RefundAction,
  SessionRequest,
  WebhookHeaders,
} from '#lib/payments/providers/provider.ts'
export { isOutcomeOpen, PaymentError, type PaymentErrorKind } from '#lib/payments/providers/provider.ts'
export { type StripeProviderOptions, stripeProvider } from '#lib/payments/providers/stripe-provider.ts'
export { type TestProviderOptions, testProvider } from '#lib/payments/providers/test-provider.ts'
