export { isOutcomeOpen, PaymentError, type PaymentErrorKind } from '#lib/payments/errors.ts'
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
export { type TestProviderOptions, testProvider } from '#lib/payments/test-provider.ts'
