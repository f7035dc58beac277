import type { LineState } from '#lib/orders/rules/line-states.ts'

/** An order with all that is known of its money and its eSIMs. Amounts are minor units of its currency. */
export type LedgerOrder = {
  number: string
  currency: string
  lines: LedgerLine[]
  payments: LedgerPayment[]
}

export type LedgerLine = {
  id: string
  lineRef: string
  kind: 'PURCHASE' | 'RENEWAL'
  state: LineState
  priceMinor: number
  notCaptured: boolean
  count: number
  /** Cards that a person accepted in the place of the number that was ordered. */
  acceptedCount?: number | null
  /** What came back of the line as a whole, and not of one of its eSIMs. */
  wholeRefundedMinor?: number
  /** What came back through refunds of the payment that paid the line. */
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

const DUPLICATE = ['late', 'second', 'given_back']
const CLOSED_ATTEMPTS = ['REJECTED', 'NOT_SENT', 'ABSENT']
const CANCELLED = 2

/** Returns the promises that the rows of these orders break: number of orders and attempts, money, eSIMs, states. */
export function brokenOrderPromises(orders: readonly LedgerOrder[]): Breach[] {
  const iccids = orders.flatMap((order) => order.lines.flatMap((line) => line.esims.map((esim) => esim.iccid)))
  const seen = new Set<string>()
  const twice = new Set(iccids.filter((iccid) => seen.size === seen.add(iccid).size))

  return [
    ...orders.flatMap((order) => order.lines.flatMap((line) => [...checkOrders(line), ...checkAttempts(line)])),
    ...orders.flatMap(checkMoney),
    ...orders.flatMap(checkProof),
    ...[...twice].map(() => ({ invariant: 'I9', subject: 'card', detail: 'an ICCID stands twice' })),
  ]
}

/** I1: one living order per line at most, and one exactly when it is delivered, with every eSIM and code. */
function checkOrders(line: LedgerLine): Breach[] {
  const living = line.providerOrders.filter(
    ({ status, isBeingCancelled, isLoss }) => status !== CANCELLED && !isBeingCancelled && !isLoss,
  )
  const breaches: Breach[] = []
  if (living.length > 1) breaches.push({ invariant: 'I1', subject: line.lineRef, detail: `${living.length} orders` })
  if (line.state !== 'DELIVERED') return breaches
  if (living.length !== 1)
    breaches.push({ invariant: 'I1', subject: line.lineRef, detail: 'delivered without an order' })
  const codes = line.esims.filter((esim) => esim.hasCode).length
  const isAccepted = typeof line.acceptedCount === 'number' && codes >= line.acceptedCount
  // A top-up brings no card of its own: its order is all of it.
  const wanted = line.kind === 'RENEWAL' ? 0 : line.count
  const isComplete = isAccepted || (line.esims.length === wanted && codes === wanted)
  if (!isComplete) breaches.push({ invariant: 'I1', subject: line.lineRef, detail: 'delivered incomplete' })

  return breaches
}

/** I3 and I4: a further attempt only after a closed one, and one open attempt at most. */
function checkAttempts({ attempts, lineRef }: LedgerLine): Breach[] {
  const open = attempts.filter(({ state }) => state === 'SENT' || state === 'UNKNOWN')
  const tooEarly = attempts.slice(0, -1).filter(({ state }) => !CLOSED_ATTEMPTS.includes(state) && state !== 'ACCEPTED')
  const bought = attempts.filter(({ state }) => state === 'ACCEPTED')

  return [
    ...(open.length > 1 ? [{ invariant: 'I4', subject: lineRef, detail: `${open.length} open attempts` }] : []),
    ...tooEarly.map(({ n }) => ({ invariant: 'I3', subject: lineRef, detail: `attempt ${n} was not closed` })),
    ...(bought.length > 1 ? [{ invariant: 'I3', subject: lineRef, detail: 'two attempts accepted' }] : []),
  ]
}

/** I2: what is held of taken money is the price of what was delivered or is still under way, to the minor unit. */
function checkMoney(order: LedgerOrder): Breach[] {
  return order.payments.flatMap((payment) => {
    if (payment.capturedMinor === 0 || payment.reason === 'mismatch') return []
    const kept = payment.capturedMinor - payment.refundedMinor - (payment.overpaidMinor ?? 0)
    // Surplus is on its way back until nothing of it is left.
    const owed = DUPLICATE.includes(payment.reason ?? '')
      ? kept === 0
        ? 0
        : kept
      : order.lines.reduce((sum, line) => sum + owedFor(line), 0)
    if (kept === owed) return []

    return [{ invariant: 'I2', subject: order.number, detail: `${kept} kept, ${owed} explained` }]
  })
}

function owedFor(line: LedgerLine): number {
  if (line.notCaptured || line.state === 'EXPIRED' || line.state === 'REFUNDED') return 0
  if (line.state !== 'DELIVERED' || line.kind === 'RENEWAL') return line.priceMinor - line.refundedMinor

  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const stayed = line.esims.filter((esim) => esim.cancelState !== 'MONEY_BACK')
  // The price of eSIMs that never came is owed until it has gone back; goodwill is what was given on top.
  const never = line.priceMinor - sum(line.esims.map((esim) => esim.priceShareMinor)) - (line.wholeRefundedMinor ?? 0)

  return never + sum(stayed.map((esim) => esim.priceShareMinor - (esim.goodwillMinor ?? 0)))
}

/** I10: proven money has lines that somebody or something moves. */
function checkProof(order: LedgerOrder): Breach[] {
  const isProven = order.payments.some(
    ({ state, reason }) => (state === 'AUTHORISED' || state === 'CAPTURED') && reason === null,
  )
  const isWaiting = order.lines.some(({ state }) => state === 'AWAITING_PAYMENT' || state === 'EXPIRED')
  if (order.lines.length > 0 && !(isProven && isWaiting)) return []

  return [{ invariant: 'I10', subject: order.number, detail: 'paid, and no line moves' }]
}
