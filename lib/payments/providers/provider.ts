import type { Money } from '#lib/core/rules/money.ts'

/**
 * What a failed call to a payment provider means for the caller.
 *
 * - `content`: the provider refused for good; repeating the same call cannot help.
 * - `network`: no answer. The act may have happened: read the object before repeating, and repeat with the same key.
 * - `server`: an answer that proves nothing (5xx, 429, unreadable). Same handling as `network`.
 * - `bad_signature`: a webhook that the provider did not sign, or not in the last 300 s. Nothing of it is used.
 */
export type PaymentErrorKind = 'content' | 'network' | 'server' | 'bad_signature'

/**
 * A failure at a payment provider, without any secret of ours in it.
 *
 * `code` is the provider's own word (`refund_mismatch`), `null` when it gave none: for logs and people, not for branching.
 */
export class PaymentError extends Error {
  readonly kind: PaymentErrorKind
  readonly code: string | null

  constructor(kind: PaymentErrorKind, message: string, options: { code?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'PaymentError'
    this.kind = kind
    this.code = options.code ?? null
  }
}

/** Tells whether the act may have happened in spite of the error: read the provider's object before anything else. */
export function isOutcomeOpen(error: unknown): boolean {
  return error instanceof PaymentError && (error.kind === 'network' || error.kind === 'server')
}

/**
 * The ways to pay that the shop knows. `test` moves no money and is refused in live mode; `no_charge` asks for none, and
 * only staff may choose it.
 */
export type ProviderName = 'stripe' | 'bank_transfer' | 'test' | 'no_charge'

/**
 * A way to take money and give it back: the same verbs for eSIMs, bank transfers and test payments.
 *
 * Every act carries a key that was stored before the call; the same key gives the same answer and moves money once.
 * Providers forget keys after about a day: later than that, read the object and its refunds before repeating an act.
 * Where money is taken at once, `capture` and `voidAuthorization` answer `content`, and failures are refunded. All verbs
 * reject with `PaymentError`; `network` and `server` leave the outcome open.
 */
export type PaymentProvider = {
  readonly name: ProviderName
  createSession(request: SessionRequest): Promise<PaymentSession>
  /** Ends an unpaid session, so that nobody can pay it later. One that was paid or ended already stays as it is. */
  expireSession(action: { key: string; sessionId: string }): Promise<ProviderPayment>
  /**
   * What the browser opens the provider's form with in our own page, `null` once the session cannot be paid any more. Only
   * where the form can stand there; others have a page of their own, or none.
   */
  readForm?(sessionId: string): Promise<string | null>
  /** The object as it is now, `null` when the provider does not know it. */
  readPayment(subject: PaymentSubject): Promise<ProviderPayment | null>
  /** Takes a part of the hold, or all of it, once per payment; the rest of the hold is released. */
  capture(action: { key: string; paymentId: string; amount: Money }): Promise<ProviderPayment>
  /** Releases a hold of which nothing was taken. */
  voidAuthorization(action: { key: string; paymentId: string }): Promise<ProviderPayment>
  refund(action: RefundAction): Promise<ProviderRefund>
  /** Every payment made at or after `since`, oldest first. */
  listPayments(filter: { since: Date }): AsyncIterable<ProviderPayment>
  /** Every refund of one payment, oldest first. */
  listRefunds(paymentId: string): Promise<ProviderRefund[]>
  /**
   * The event of a signed webhook. Throws `PaymentError` of kind `bad_signature` before anything is read from the body.
   *
   * `rawBody` is what came over the wire, byte for byte. The time stamp may be 300 s away from `now`, both ways.
   */
  parseWebhook(rawBody: string | Uint8Array, headers: WebhookHeaders, now: Date): ProviderEvent
}

/** What is to be paid, and where the buyer goes afterwards. Neither address decides anything when it is visited. */
export type SessionRequest = {
  key: string
  /** Our order id, written into the payment's metadata so that a lost answer can be found again. */
  orderId: string
  /** The public order reference that the buyer reads, such as on a bank statement. */
  reference: string
  amount: Money
  description: string
  /** Further ids only, up to 20 pairs. Never a name, an address or an activation code. */
  metadata: Record<string, string>
  successUrl: string
  cancelUrl: string
  /** Our page for the provider's form, where the provider has one to put into it. */
  formUrl: string
  expiresAt: Date
  locale: string
  customerEmail?: string
}

/** `paymentId` is `null` where the provider makes the payment only when the buyer pays; `url` where there is no page. */
export type PaymentSession = { sessionId: string; paymentId: string | null; url: string | null }

/** Names a payment by either id. */
export type PaymentSubject = { sessionId: string } | { paymentId: string }

/**
 * The provider's own states in our words. `disputed` hides an earlier `captured`; the sums still tell it. A dispute that
 * was won, or withdrawn, is over; one that was lost is not.
 */
export type ProviderPaymentState = 'open' | 'authorised' | 'captured' | 'voided' | 'failed' | 'expired' | 'disputed'

/** A payment as the provider sees it. `null` means that the provider does not say, never zero or none. */
export type ProviderPayment = {
  /** `null` while nobody has paid, where the provider has no payment before that. */
  id: string | null
  sessionId: string | null
  state: ProviderPaymentState
  /** What was asked for. A hold may be captured for less. */
  amount: Money
  /** Minor units of the currency of `amount`. */
  capturedMinor: number
  /** Minor units of the currency of `amount`. */
  refundedMinor: number
  reference: string | null
  metadata: Record<string, string>
  /** Money of a test system, to be refused by a live shop. */
  isTest: boolean
  /** The account that receives the money, to be compared with ours. */
  account: string | null
  /** The buyer's address, where the provider keeps one: it outlives a lost database. */
  customerEmail: string | null
  /** Why the last try of the buyer was declined, in Stripe's codes; `null` where none was, or a later one was not. */
  declineCode: string | null
  holdExpiresAt: Date | null
  /** How many disputes there have been, over or not; left out where the provider does not say. */
  disputes?: number
  /** What disputes have taken for good, in minor units; left out like their number. */
  lostMinor?: number
  createdAt: Date
}

/**
 * A refund of one payment.
 *
 * `expectedRefundedSoFar` is what we believe was refunded before this one: providers accept two equal refunds happily,
 * so a different figure there is refused as `content` (`refund_mismatch`) and nothing is moved.
 */
export type RefundAction = {
  key: string
  paymentId: string
  amount: Money
  expectedRefundedSoFar: Money
  reason?: string
}

/** Money on its way back, or arrived (`succeeded`), or returned to us by the bank (`failed`), which a repeat also says. */
export type ProviderRefund = {
  id: string
  paymentId: string
  amount: Money
  state: 'pending' | 'succeeded' | 'failed'
  /** The key it was asked with, `null` when the provider forgot it. */
  key: string | null
  createdAt: Date
}

/** What an event is about. Its news is never used: it only says which object to read again. */
export type ProviderEvent = {
  eventId: string
  kind: ProviderEventKind
  /** The object that changed: payment, session or refund. */
  objectId: string
  sessionId: string | null
  paymentId: string | null
}

/** `other` is an event this version has no use for; it is recorded and answered like the rest. */
export type ProviderEventKind =
  | 'payment.authorised'
  | 'payment.captured'
  | 'payment.failed'
  | 'payment.voided'
  | 'payment.disputed'
  | 'refund.succeeded'
  | 'session.expired'
  | 'other'

/** The request headers, as `Headers` gives them. */
export type WebhookHeaders = { get(name: string): string | null }
