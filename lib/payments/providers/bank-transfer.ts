import { isSameMoney, type Money } from '#lib/core/rules/money.ts'
import {
  PaymentError,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
  type SessionRequest,
} from '#lib/payments/providers/provider.ts'

/** A transfer that is expected, or arrived. `received` is what a person typed in, whatever was asked for. */
export type Transfer = {
  id: string
  orderId: string
  /** What the buyer writes on the transfer. */
  reference: string
  amount: Money
  metadata: Record<string, string>
  received: Money | null
  /** When it was given up; money may still come. */
  endedAt: Date | null
  refundedMinor: number
  createdAt: Date
}

/** What is expected from now on. The same key makes the same transfer. */
export type NewTransfer = Pick<Transfer, 'orderId' | 'reference' | 'amount' | 'metadata'> & { key: string }

/** Money that a person has to send back by hand. */
export type Payout = { id: string; transferId: string; key: string; amount: Money; createdAt: Date }
export type NewPayout = { transferId: string; key: string; amount: Money; refundedSoFarMinor: number; reason: string }

/** The store's own book of transfers: what a provider's server is for other methods. */
export type TransferBook = {
  open(transfer: NewTransfer): Promise<Transfer>
  find(id: string): Promise<Transfer | null>
  /** Gives up an unpaid transfer; one that has arrived stays as it is. `null` when there is none. */
  end(id: string): Promise<Transfer | null>
  /** Oldest first. */
  list(since: Date): Promise<Transfer[]>
  /** Writes a payout down once per key, under a lock that compares the sums. */
  payBack(payout: NewPayout): Promise<Payout | 'unknown' | 'refund_mismatch' | 'currency_mismatch' | 'amount_too_large'>
  listPayouts(transferId: string): Promise<Payout[]>
}

/**
 * Returns bank transfer: nobody is asked but the store's own book, into which staff write what arrived.
 *
 * There is no page, no hold and no event. A refund is a task for a person, so it stays `pending`.
 */
export function bankTransfer({ book, isTest }: { book: TransferBook; isTest: boolean }): PaymentProvider {
  const toPayment = (transfer: Transfer) => toProviderPayment(transfer, isTest)

  return {
    name: 'bank_transfer',

    createSession: async (request) => {
      const { id } = await open(book, request)

      return { sessionId: id, paymentId: id, url: null }
    },

    expireSession: async ({ sessionId }) => toPayment(wanted(await book.end(sessionId))),

    readPayment: async (subject) => {
      const transfer = await book.find('paymentId' in subject ? subject.paymentId : subject.sessionId)

      return transfer && toPayment(transfer)
    },

    capture: () => Promise.reject(noAuthorization()),
    voidAuthorization: () => Promise.reject(noAuthorization()),

    refund: async ({ key, paymentId, amount, expectedRefundedSoFar, reason = '' }) => {
      const refundedSoFarMinor = expectedRefundedSoFar.minor
      const payout = await book.payBack({ transferId: paymentId, key, amount, refundedSoFarMinor, reason })
      if (payout === 'unknown') throw unknownTransfer()
      if (typeof payout === 'string') throw new PaymentError('content', 'This cannot be refunded.', { code: payout })

      return toRefund(payout)
    },

    listPayments: async function* ({ since }) {
      for (const transfer of await book.list(since)) yield toPayment(transfer)
    },

    listRefunds: async (paymentId) => (await book.listPayouts(paymentId)).map(toRefund),

    parseWebhook: () => {
      throw new PaymentError('bad_signature', 'Nobody sends events about bank transfers.')
    },
  }
}

async function open(book: TransferBook, request: SessionRequest): Promise<Transfer> {
  const { key, orderId, reference, amount } = request
  if (amount.minor <= 0) {
    throw new PaymentError('content', 'This amount cannot be asked for.', { code: 'not_chargeable' })
  }
  const metadata = { ...request.metadata, orderId }
  const transfer = await book.open({ key, orderId, reference, amount, metadata })
  if (transfer.orderId !== orderId || !isSameMoney(transfer.amount, amount)) {
    throw new PaymentError('content', 'This key was used for another transfer.', { code: 'key_reused' })
  }

  return transfer
}

function toProviderPayment(transfer: Transfer, isTest: boolean): ProviderPayment {
  const { id, received } = transfer

  return {
    id,
    sessionId: id,
    state: received ? 'captured' : transfer.endedAt ? 'expired' : 'open',
    // Once money is there, what arrived is the amount: nobody but the shop compares it with what was asked for.
    amount: received ?? transfer.amount,
    capturedMinor: received?.minor ?? 0,
    refundedMinor: transfer.refundedMinor,
    reference: transfer.reference,
    metadata: transfer.metadata,
    isTest,
    account: null,
    customerEmail: null,
    declineCode: null,
    holdExpiresAt: null,
    createdAt: transfer.createdAt,
  }
}

function toRefund({ id, transferId, key, amount, createdAt }: Payout): ProviderRefund {
  return { id, paymentId: transferId, amount, state: 'pending', key, createdAt }
}

function wanted(transfer: Transfer | null): Transfer {
  if (!transfer) throw unknownTransfer()

  return transfer
}

function unknownTransfer(): PaymentError {
  return new PaymentError('content', 'There is no such transfer.', { code: 'not_found' })
}

function noAuthorization(): PaymentError {
  return new PaymentError('content', 'A bank transfer has no hold.', { code: 'not_capturable' })
}
