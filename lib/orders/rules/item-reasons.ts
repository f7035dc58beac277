import { PROVIDER_ERROR_KINDS } from '#lib/provider/rules/provider-failure.ts'

/** Why a line waits for a person. */
export const HOLD_REASONS = [
  'payment_mismatch',
  'disputed',
  'order_unpaid',
  'order_missing',
  'order_differs',
  'order_without_attempt',
  'misfit',
  'no_look_up',
  'attempt_missing',
  'our_fault',
  'details_refused',
  'cards_unknown',
  'cancel_refused',
  'refund_refused',
  'refunded_elsewhere',
  'recovered',
  'rebuilt',
  'top_up_unpaid',
] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** Why a line is taken back, or its money returned, without a person. */
export const EXIT_REASONS = [
  'cancelled',
  'refund_accepted',
  'deadline',
  'payment_lost',
  'plan_gone',
  'sold_out',
  'cost_drift',
  'days_changed',
  'days_off',
  'start_date_off',
  'start_date_past',
  'no_session',
  'not_accepted',
  'not_placed',
  'no_answer',
  'details_missing',
  'capture_refused',
  'staff_refund',
  'top_up_gone',
  'card_returned',
] as const
export type ExitReason = (typeof EXIT_REASONS)[number]

/** Why a line that was delivered, or never paid, has ended. */
export const END_REASONS = ['returned', 'payment_failed', 'not_paid', 'replaced'] as const

/** Why a payment is not the plain one of its order, or came to nothing. */
export const PAYMENT_REASONS = ['mismatch', 'second', 'late', 'declined', 'not_capturable', 'given_back'] as const

/** Why an order call came to nothing, or nobody knows what became of it. */
export const ATTEMPT_FAULTS = [
  ...PROVIDER_ERROR_KINDS,
  'unlisted_code',
  'unexpected_error',
  'worker_lost',
  'recovered',
  'filed',
] as const

/** Reads the stored reason of an item that is being cancelled; a line without one was cancelled by request. */
export function toExitReason(stored: string | null): ExitReason {
  return EXIT_REASONS.find((reason) => reason === stored) ?? 'cancelled'
}
