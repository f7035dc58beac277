import Stripe from 'stripe'
import { PaymentError } from '#lib/payments/providers/errors.ts'

// Answers about our key, our pace or a call that is still running: they say nothing about the act itself.
const OPEN_STATUSES = [401, 403, 408, 409, 429]

/** Runs one call and gives its answer. Rejects with `PaymentError`; the message holds a code and a request id only. */
export async function askStripe<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    throw toPaymentError(error)
  }
}

/** As `askStripe`, with `null` for an object that Stripe does not know. */
export async function findAtStripe<Answer>(call: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return null
    throw toPaymentError(error)
  }
}

/** Sorts a failure of the SDK. What did not come from Stripe or the network is a mistake of ours and stays as it is. */
function toPaymentError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { statusCode: status = 0, rawType } = error
  // The SDK's own text is left out: for a refused key it repeats the end of that key.
  const request = error.requestId ? `, request ${error.requestId}` : ''
  if (error instanceof Stripe.errors.StripeConnectionError || status === 0) {
    return new PaymentError('network', `Stripe gave no answer${request}.`)
  }
  if (status >= 500 || OPEN_STATUSES.includes(status)) {
    return new PaymentError('server', `Stripe answered ${status}${request}.`, { code: error.code ?? `http_${status}` })
  }
  const code = rawType === 'idempotency_error' ? 'key_reused' : status === 404 ? 'not_found' : (error.code ?? 'refused')

  return new PaymentError('content', `Stripe refused the call: ${code}${request}.`, { code })
}
