import { isReturned } from '#lib/core/rules/payment-method.ts'
import type { ItemState } from '#lib/orders/rules/item-states.ts'
import { ORDER_STATUS } from '#lib/provider/rules/provider-order.ts'

/** An order with all that is known of its money and its eSIMs. Amounts are minor units of its currency. */
export type LedgerOrder = {
  number: string
  currency: string
  items: LedgerLine[]
  payments: LedgerPayment[]
}

export type LedgerLine = {
  id: string
  itemRef: string
  kind: 'PURCHASE' | 'RENEWAL'
  state: ItemState
  priceMinor: number
  notCaptured: boolean
  count: number
  /** Cards that a person accepted in the place of the number that was ordered. */
  acceptedCount?: number | null
  /** What came back of the item as a whole, and not of one of its eSIMs. */
  wholeRefundedMinor?: number
  /** What came back through refunds of the payment that paid the item. */
  refundedMinor: number
  attempts: { n: number; state: string }[]
  providerOrders: { orderNum: string; status: number | null; isBeingCancelled: boolean; isLoss: boolean }[]
  esims: { iccid: string; priceShareMinor: number; cancelState: string; hasCode: boolean; goodwillMinor?: number }[]
}

export type LedgerPayment = {
  id: string
  objectId: string | null
  state: string
  reason: string | null
  capturedMinor: number
  refundedMinor: number
  /** What was paid above the price, and is still on its way back. */
  overpaidMinor?: number
}

type Breach = { invariant: string; subject: string; detail: string }

const CLOSED_ATTEMPTS = ['REJECTED', 'NOT_SENT', 'ABSENT']

/** Returns the promises that the rows of these orders break: number of orders and attempts, money, eSIMs, states. */
export function brokenOrderPromises(orders: readonly LedgerOrder[]): Breach[] {
  const iccids = orders.flatMap((order) => order.items.flatMap((item) => item.esims.map((esim) => esim.iccid)))
  const seen = new Set<string>()
  const twice = new Set(iccids.filter((iccid) => seen.size === seen.add(iccid).size))

  return [
    ...orders.flatMap((order) => order.items.flatMap((item) => [...checkOrders(item), ...checkAttempts(item)])),
    ...orders.flatMap(checkMoney),
    ...orders.flatMap(checkProof),
    ...[...twice].map(() => ({ invariant: 'I9', subject: 'card', detail: 'an ICCID stands twice' })),
  ]
}

/** I1: one living order per line at most, and one exactly when it is delivered, with every eSIM and code. */
function checkOrders(item: LedgerLine): Breach[] {
  const living = item.providerOrders.filter(
    ({ status, isBeingCancelled, isLoss }) => status !== ORDER_STATUS.cancelled && !isBeingCancelled && !isLoss,
  )
  const breaches: Breach[] = []
  if (living.length > 1) breaches.push({ invariant: 'I1', subject: item.itemRef, detail: `${living.length} orders` })
  if (item.state !== 'DELIVERED') return breaches
  if (living.length !== 1)
    breaches.push({ invariant: 'I1', subject: item.itemRef, detail: 'delivered without an order' })
  const codes = item.esims.filter((esim) => esim.hasCode).length
  const isAccepted = typeof item.acceptedCount === 'number' && codes >= item.acceptedCount
  // A top-up brings no eSIM of its own: its order is all of it.
  const wanted = item.kind === 'RENEWAL' ? 0 : item.count
  const isComplete = isAccepted || (item.esims.length === wanted && codes === wanted)
  if (!isComplete) breaches.push({ invariant: 'I1', subject: item.itemRef, detail: 'delivered incomplete' })

  return breaches
}

/** I3 and I4: a further attempt only after a closed one, and one open attempt at most. */
function checkAttempts({ attempts, itemRef }: LedgerLine): Breach[] {
  const open = attempts.filter(({ state }) => state === 'SENT' || state === 'UNKNOWN')
  const tooEarly = attempts.slice(0, -1).filter(({ state }) => !CLOSED_ATTEMPTS.includes(state) && state !== 'ACCEPTED')
  const bought = attempts.filter(({ state }) => state === 'ACCEPTED')

  return [
    ...(open.length > 1 ? [{ invariant: 'I4', subject: itemRef, detail: `${open.length} open attempts` }] : []),
    ...tooEarly.map(({ n }) => ({ invariant: 'I3', subject: itemRef, detail: `attempt ${n} was not closed` })),
    ...(bought.length > 1 ? [{ invariant: 'I3', subject: itemRef, detail: 'two attempts accepted' }] : []),
  ]
}

/** I2: what is held of taken money is the price of what was delivered or is still under way, to the minor unit. */
function checkMoney(order: LedgerOrder): Breach[] {
  return order.payments.flatMap((payment) => {
    if (payment.capturedMinor === 0 || payment.reason === 'mismatch') return []
    const kept = payment.capturedMinor - payment.refundedMinor - (payment.overpaidMinor ?? 0)
    // Surplus is on its way back until nothing of it is left.
    const owed = isReturned(payment.reason)
      ? kept === 0
        ? 0
        : kept
      : order.items.reduce((sum, item) => sum + owedFor(item), 0)
    if (kept === owed) return []

    return [{ invariant: 'I2', subject: order.number, detail: `${kept} kept, ${owed} explained` }]
  })
}

function owedFor(item: LedgerLine): number {
  if (item.notCaptured || item.state === 'EXPIRED' || item.state === 'REFUNDED') return 0
  if (item.state !== 'DELIVERED' || item.kind === 'RENEWAL') return item.priceMinor - item.refundedMinor

  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const stayed = item.esims.filter((esim) => esim.cancelState !== 'MONEY_BACK')
  // The price of eSIMs that never came is owed until it has gone back; goodwill is what was given on top.
  const never = item.priceMinor - sum(item.esims.map((esim) => esim.priceShareMinor)) - (item.wholeRefundedMinor ?? 0)

  return never + sum(stayed.map((esim) => esim.priceShareMinor - (esim.goodwillMinor ?? 0)))
}

/** I10: proven money has lines that somebody or something moves. */
function checkProof(order: LedgerOrder): Breach[] {
  const isProven = order.payments.some(
    ({ state, reason }) => (state === 'AUTHORISED' || state === 'CAPTURED') && reason === null,
  )
  const isWaiting = order.items.some(({ state }) => state === 'AWAITING_PAYMENT' || state === 'EXPIRED')
  if (order.items.length > 0 && !(isProven && isWaiting)) return []

  return [{ invariant: 'I10', subject: order.number, detail: 'paid, and no line moves' }]
}
