import type { Decimal } from '#lib/core/rules/decimal.ts'
import { type ItemState, isWorthCapturing } from '#lib/orders/rules/item-states.ts'
import type { FoundDiscrepancy, ReconciledKind, SideDetails } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

/** A payment of ours, as the comparison needs it. Sums are minor units; `plannedMinor` is what goes or went back. */
export type OurPayment = {
  id: string
  orderId: string
  orderNumber: string
  provider: string
  objectId: string | null
  sessionId: string | null
  state: string
  reason: string | null
  currency: string
  amountMinor: number
  capturedMinor: number
  refundedMinor: number
  plannedMinor: number
  items: ItemState[]
  /** A worker has this payment on its list for now or later: what differs may be news that is on its way. */
  isDue: boolean
  createdAt: Date
}

/** A payment as its provider lists it. `state` in our words, sums in minor units of `currency`. */
export type TheirPayment = {
  id: string | null
  state: string
  currency: string
  amountMinor: number
  capturedMinor: number
  refundedMinor: number
  reference: string | null
  createdAt: Date
}

/** Turns minor units into exact text in main units. */
type ToText = (minor: number, currency: string) => Decimal

type PaymentMismatch = { kind: ReconciledKind; mark: string; differs: string[]; riskMinor: number }

const WAITING: ItemState[] = ['AWAITING_PAYMENT', 'EXPIRED']
const BOUGHT: ItemState[] = ['PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE', 'DELIVERED']
const NOT_PAID = ['INTENDED', 'OPEN', 'EXPIRED', 'FAILED']
// Money too much goes back by itself; until it has, its payment has no line and needs none.
const DUPLICATE = ['late', 'second', 'mismatch']

/** Returns what differs between a payment of ours and the provider's object; `null` when it knows none. */
export function judgeProviderPayment(
  ours: OurPayment,
  theirs: TheirPayment | null,
  toText: ToText,
): FoundDiscrepancy[] {
  const found = [judgeStatus(ours, theirs), theirs && judgeSums(ours, theirs)]

  return found.flatMap((mismatch) => (mismatch ? [toDiscrepancy(ours, theirs, { ...mismatch, toText })] : []))
}

function judgeStatus(ours: OurPayment, theirs: TheirPayment | null): PaymentMismatch | null {
  const left = theirs ? theirs.capturedMinor - theirs.refundedMinor : 0
  const isAuthorised = theirs?.state === 'authorised'
  const isPaid = isAuthorised || (theirs !== null && theirs.capturedMinor > 0)
  if (!isPaid) {
    const isNeeded = ours.items.some((state) => BOUGHT.includes(state)) && !DUPLICATE.includes(ours.reason ?? '')
    const isClaimed = ['AUTHORISED', 'CAPTURING', 'CAPTURED'].includes(ours.state) && ours.items.some(isWorthCapturing)
    if (!isNeeded && !isClaimed) return null
    const mark = `provider:${theirs?.state ?? 'unknown'}`

    return { kind: 'line_without_payment', mark, differs: ['state', 'money'], riskMinor: ours.amountMinor }
  }
  const hasNoItem = ours.items.every((state) => WAITING.includes(state)) && !DUPLICATE.includes(ours.reason ?? '')
  const isUnseen = NOT_PAID.includes(ours.state)
  if ((!hasNoItem && !isUnseen) || ours.isDue || (left <= 0 && !isAuthorised)) return null
  if (isUnseen && ours.reason === 'not_capturable') return null
  const riskMinor = isAuthorised ? (theirs?.amountMinor ?? 0) : left

  return {
    kind: 'paid_without_line',
    mark: `provider:${theirs?.state} ${left}`,
    differs: ['state', 'money'],
    riskMinor,
  }
}

function judgeSums(ours: OurPayment, theirs: TheirPayment): PaymentMismatch | null {
  if (!['CAPTURED', 'DISPUTED', 'VOIDED', 'FAILED'].includes(ours.state)) return null
  const { refundedMinor } = theirs
  const isRefundKnown = refundedMinor <= ours.plannedMinor && refundedMinor >= ours.refundedMinor
  if (!isRefundKnown) {
    const riskMinor = Math.abs(refundedMinor - ours.refundedMinor)

    return { kind: 'refund_differs', mark: `refunded:${refundedMinor}`, differs: ['refunded'], riskMinor }
  }
  const isCaptured = ours.state === 'CAPTURED' && theirs.capturedMinor > 0
  if (!isCaptured || theirs.capturedMinor === ours.capturedMinor) return null
  const riskMinor = Math.abs(theirs.capturedMinor - ours.capturedMinor)

  return { kind: 'capture_differs', mark: `captured:${theirs.capturedMinor}`, differs: ['money'], riskMinor }
}

/**
 * The discrepancy for money that was paid for an order of ours that we have no row of; `null` when nothing of it is
 * left.
 */
export function unknownPaymentDiscrepancy(
  theirs: TheirPayment,
  about: { subject: string; provider: string; toText: ToText },
): FoundDiscrepancy | null {
  const left = theirs.state === 'authorised' ? theirs.amountMinor : theirs.capturedMinor - theirs.refundedMinor
  if (left <= 0 || !['authorised', 'captured', 'disputed'].includes(theirs.state)) return null

  return {
    kind: 'payment_unknown',
    subject: about.subject,
    orderId: null,
    mark: `left:${left}`,
    risk: { amount: about.toText(left, theirs.currency), currency: theirs.currency },
    evidence: { ours: null, network: null, provider: providerDetails(theirs, about.provider), differs: ['order'] },
  }
}

function toDiscrepancy(
  ours: OurPayment,
  theirs: TheirPayment | null,
  { kind, mark, differs, riskMinor, toText }: PaymentMismatch & { toText: ToText },
): FoundDiscrepancy {
  return {
    kind,
    subject: ours.id,
    orderId: ours.orderId,
    mark,
    risk: { amount: toText(riskMinor, ours.currency), currency: ours.currency },
    evidence: {
      ours: ourDetails(ours),
      network: null,
      provider: theirs && providerDetails(theirs, ours.provider),
      differs,
    },
  }
}

function ourDetails(ours: OurPayment): SideDetails {
  const { currency } = ours

  return {
    order: ours.orderNumber,
    reference: ours.id,
    state: ours.state,
    money: { minor: ours.capturedMinor, currency },
    refunded: { minor: ours.refundedMinor, currency },
    at: ours.createdAt.toISOString(),
  }
}

function providerDetails(theirs: TheirPayment, provider: string): SideDetails {
  const { currency } = theirs

  return {
    ...(theirs.id === null ? {} : { order: theirs.id }),
    ...(theirs.reference === null ? {} : { reference: theirs.reference }),
    plan: provider,
    state: theirs.state,
    money: { minor: theirs.state === 'authorised' ? theirs.amountMinor : theirs.capturedMinor, currency },
    refunded: { minor: theirs.refundedMinor, currency },
    at: theirs.createdAt.toISOString(),
  }
}
