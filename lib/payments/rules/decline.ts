/** What a buyer can do about a declined card: each of Stripe's codes leads to one of these. */
export type Decline = 'funds' | 'details' | 'expired' | 'confirm' | 'unsupported' | 'later' | 'bank'

const CODES: Record<string, Decline> = {
  insufficient_funds: 'funds',
  withdrawal_count_limit_exceeded: 'funds',
  card_velocity_exceeded: 'funds',
  expired_card: 'expired',
  incorrect_number: 'details',
  invalid_number: 'details',
  incorrect_cvc: 'details',
  invalid_cvc: 'details',
  invalid_expiry_month: 'details',
  invalid_expiry_year: 'details',
  incorrect_zip: 'details',
  incorrect_address: 'details',
  incorrect_pin: 'details',
  invalid_pin: 'details',
  authentication_required: 'confirm',
  authentication_not_handled: 'confirm',
  payment_intent_authentication_failure: 'confirm',
  mobile_device_authentication_required: 'confirm',
  card_not_supported: 'unsupported',
  currency_not_supported: 'unsupported',
  service_not_allowed: 'unsupported',
  transaction_not_allowed: 'unsupported',
  not_permitted: 'unsupported',
  try_again_later: 'later',
  issuer_not_available: 'later',
  processing_error: 'later',
  reenter_transaction: 'later',
  approve_with_id: 'later',
}

/**
 * Returns what to tell about a decline, `null` where none is known. Codes about theft or fraud, and new ones, are told like a
 * refusal without a reason: whoever holds the card may be the thief.
 */
export function declineOf(code: string | null): Decline | null {
  if (code === null) return null

  return (Object.hasOwn(CODES, code) ? CODES[code] : undefined) ?? 'bank'
}
