import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { money } from '#lib/core/rules/money.ts'
import { PaymentError, type PaymentProvider, type ProviderPayment } from '#lib/payments/providers/provider.ts'

/** An order that the store gives away, as its own books have it. */
export type Gift = { paymentId: string; orderId: string; reference: string; currency: CurrencyCode; createdAt: Date }

/**
 * Returns the way of an order without charge: nothing is asked for, so it counts as taken from the start. It is never
 * offered to buyers, and nothing can go back of it.
 */
export function noCharge({
  find,
  isTest,
}: {
  find: (paymentId: string) => Promise<Gift | null>
  isTest: boolean
}): PaymentProvider {
  const read = async (id: string) => {
    const gift = await find(id)

    return gift && toPayment(gift, isTest)
  }

  return {
    name: 'no_charge',

    createSession: async ({ amount, metadata: { paymentId } }) => {
      if (amount.minor !== 0 || !paymentId) throw refusal('not_free')

      return { sessionId: paymentId, paymentId, url: null }
    },

    expireSession: async ({ sessionId }) => {
      const payment = await read(sessionId)
      if (!payment) throw refusal('not_found')

      return payment
    },

    readPayment: (subject) => read('paymentId' in subject ? subject.paymentId : subject.sessionId),
    capture: () => Promise.reject(refusal('not_capturable')),
    voidAuthorization: () => Promise.reject(refusal('not_capturable')),
    refund: () => Promise.reject(refusal('nothing_taken')),
    listPayments: async function* () {},
    listRefunds: async () => [],

    parseWebhook: () => {
      throw new PaymentError('bad_signature', 'Nobody sends events about orders without charge.')
    },
  }
}

function toPayment({ paymentId, orderId, reference, currency, createdAt }: Gift, isTest: boolean): ProviderPayment {
  return {
    id: paymentId,
    sessionId: paymentId,
    state: 'captured',
    amount: money(0, currency),
    capturedMinor: 0,
    refundedMinor: 0,
    reference,
    metadata: { orderId, paymentId },
    isTest,
    account: null,
    customerEmail: null,
    declineCode: null,
    holdExpiresAt: null,
    createdAt,
  }
}

function refusal(code: string): PaymentError {
  return new PaymentError('content', 'This order is without charge.', { code })
}
