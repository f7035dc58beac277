import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease } from '#lib/core/repository/leases.ts'
import { allocateEvenly } from '#lib/core/rules/allocate.ts'
import { compareDecimals, type Decimal, decimal, keptAmount } from '#lib/core/rules/decimal.ts'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { money } from '#lib/core/rules/money.ts'
import { toRecord } from '#lib/core/rules/records.ts'
import { requireTopUpEsim } from '#lib/esims/commands/top-up-esim.ts'
import { addEsims, findKnownIccids, type NewEsim } from '#lib/esims/repository/esims.ts'
import { emitLpa } from '#lib/esims/rules/lpa.ts'
import { moveAttempt } from '#lib/fulfilment/repository/attempts.ts'
import { addProviderOrder, findClaimed } from '#lib/fulfilment/repository/provider-orders.ts'
import { codeDoubts, inspectOrder, inspectTopUp, type ReadEsim } from '#lib/fulfilment/rules/accepted-order.ts'
import { moveItem, type WorkItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { lockPayment } from '#lib/payments/repository/payments.ts'
import { totalCost } from '#lib/pricing/rules/pricing.ts'
import { listCapabilities } from '#lib/provider/repository/capabilities.ts'
import { toCapabilities } from '#lib/provider/rules/capabilities.ts'
import type { ProviderOrder } from '#lib/provider/rules/provider-order.ts'
import { addProviderEntry, learnCost, openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { addRefund, type RefundShare, sumRefundsOfEsim, sumRefundsOfItem } from '#lib/refunds/repository/refunds.ts'

/** What the whole line should cost at the provider: the quoted cost of one piece, times days where they are paid by day. */
export async function expectedCost({ quote }: Pick<WorkItem, 'quote'>, tx: Tx): Promise<Decimal> {
  const { dayPassCost } = toCapabilities(await listCapabilities(tx))
  const days = dayPassCost === 'per-day' ? (quote.days ?? 1) : 1

  return totalCost(decimal(quote.cost.toString()), days, quote.count)
}

/** How many eSIMs a person has accepted in the place of the number that was ordered, `null` where nobody has. */
export function acceptedCount({ evidence }: Pick<WorkItem, 'evidence'>): number | null {
  if (typeof evidence !== 'object' || evidence === null || Array.isArray(evidence)) return null
  const { acceptedCount: count } = evidence

  return typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : null
}

/** What a person has accepted of an order that is not what was ordered. */
export function acceptedProblems({ evidence }: Pick<WorkItem, 'evidence'>): string[] {
  const { accepted } = toRecord(evidence)

  return Array.isArray(accepted) ? accepted.filter((one) => typeof one === 'string') : []
}

/** Tells whether every eSIM that is to be delivered is there with its code. A top-up brings none: its order is all of it. */
export function isComplete(item: WorkItem): boolean {
  if (item.kind === 'RENEWAL') return item.providerOrders.length > 0
  const accepted = acceptedCount(item)
  const ready = item.esims.filter((esim) => esim.sealedCode !== null).length
  if (accepted !== null) return ready >= accepted

  return ready === item.quote.count && item.esims.length === item.quote.count
}

const FEWER = 'fewer_cards'

/**
 * Plans the return of what was paid for eSIMs that never came, once: with the capture, in its transaction. What went back
 * before for another reason is no part of it, unless too little is left of the item.
 */
export async function planMissing(item: WorkItem, paymentId: string, tx: Tx): Promise<void> {
  if (acceptedCount(item) === null) return
  const payment = await lockPayment(paymentId, tx)
  const before = { paymentId, reason: FEWER, items: { some: { itemId: item.id } } }
  if ((await tx.refund.count({ where: before })) > 0) return
  const shares = await missingShares(item, tx)
  const due = shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const left = item.priceMinor - (await sumRefundsOfItem(item.id, paymentId, tx))
  const planned = { payment, kind: 'CARDS', reason: FEWER, requestedBy: 'store' } as const
  if (due > left) {
    const rest = { itemId: item.id, esimId: null, amountMinor: left }
    if (left > 0) await addRefund({ ...planned, shares: [rest] }, tx)

    return
  }
  const without = shares.flatMap(({ esimId }) => esimId ?? [])
  await tx.esim.updateMany({ where: { id: { in: without } }, data: { cancelState: 'MONEY_DUE' } })
  if (shares.length > 0) await addRefund({ ...planned, shares }, tx)
}

/** The price of the eSIMs without a code, eSIM by eSIM and without what was given for them, and of those that nobody ever saw. */
async function missingShares(item: WorkItem, tx: Tx): Promise<RefundShare[]> {
  const itemId = item.id
  const never = item.priceMinor - item.esims.reduce((sum, esim) => sum + esim.priceShareMinor, 0)
  const shares: RefundShare[] = []
  for (const { id: esimId, priceShareMinor } of item.esims.filter((esim) => esim.sealedCode === null)) {
    shares.push({ itemId, esimId, amountMinor: priceShareMinor - (await sumRefundsOfEsim(esimId, tx)) })
  }

  return [...shares, { itemId, esimId: null, amountMinor: never }].filter(({ amountMinor }) => amountMinor > 0)
}

/** An order that exists for an item, found in an answer or by a look. */
export type Acceptance = {
  item: WorkItem
  lease: Lease
  from: 'PLACING' | 'UNKNOWN' | 'HELD'
  attempt: { id: string; state: 'SENT' | 'UNKNOWN' | 'ABSENT' }
  order: ProviderOrder
  /** The price id that was sent, `null` where it is not known any more. */
  priceId: number | null
  isListed: boolean
}

/**
 * Writes an accepted order down: attempt, order number, sealed eSIMs and cost. `false` when the item is not ours.
 *
 * An order that is not what was ordered is kept all the same, with its problems: the next step gives it to a person.
 */
export async function acceptOrder(acceptance: Acceptance, tx: Tx): Promise<boolean> {
  const { item, lease, from, attempt, order } = acceptance
  const now = await databaseNow(tx)
  const cost = await expectedCost(item, tx)
  const owners = await findClaimed([order.orderNum], tx)
  const { esims, problems } = await inspect(acceptance, { cost, isOrderKnown: owners.has(order.orderNum), tx })
  const codes = codeDoubts(esims)
  const seen = { problems, orderNum: order.orderNum, ...(codes.length > 0 && { codes }) }
  const evidence = problems.length > 0 ? { evidence: seen } : {}
  const changes = { placedAt: now, reason: null, unknownSince: null, ...evidence }
  if (!(await moveItem(lease, { from, to: 'PLACED', changes }, tx))) return false
  const accepted = { class: 'ACCEPTED', code: 0, endedAt: now, watchUntil: null }
  await moveAttempt(attempt.id, { from: attempt.state, to: 'ACCEPTED', changes: accepted }, tx)
  // A number that is known has its order and its cost in the books already: a person sees why it came again.
  if (!owners.has(order.orderNum)) {
    await keepOrder(acceptance, { esims, tx })
    await noteCost(acceptance, { expected: cost, tx })
  }
  const { orderId, id: itemId } = item
  const data = { orderNum: order.orderNum, ...(order.mainOrderNum ? { mainOrderNum: order.mainOrderNum } : {}) }
  await recordOrderEvent({ orderId, itemId, kind: 'placed', data }, tx)

  return true
}

type Inspection = { cost: Decimal; isOrderKnown: boolean; tx: Tx }

async function inspect({ item, order, priceId }: Acceptance, { cost, isOrderKnown, tx }: Inspection) {
  if (item.kind === 'RENEWAL') {
    const { iccid } = await requireTopUpEsim(item, tx)

    return { esims: [], problems: inspectTopUp(order, { iccid, priceId, cost, isOrderKnown }) }
  }
  const iccids = order.esims.flatMap((esim) => esim.iccid?.trim() ?? [])
  const { count } = item.quote

  return inspectOrder(order, { count, priceId, cost, isOrderKnown, knownIccids: await findKnownIccids(iccids, tx) })
}

async function keepOrder({ item, attempt, order, isListed }: Acceptance, { esims, tx }: { esims: ReadEsim[]; tx: Tx }) {
  const { orderNum, status, total } = order
  const costCurrency = item.quote.costCurrency
  await addProviderOrder(
    {
      orderNum,
      itemId: item.id,
      attemptId: attempt.id,
      status,
      cost: total,
      costCurrency,
      isListed,
      isRenewal: item.kind === 'RENEWAL',
    },
    tx,
  )
  if (esims.length > 0) await addEsims(toNewEsims(item, orderNum, esims), tx)
}

/** The rows for the eSIMs of an order. Names go to eSIMs in their order; shares add up to the price of the item. */
export function toNewEsims(item: WorkItem, orderNum: string, esims: ReadEsim[]): NewEsim[] {
  const price = money(item.priceMinor, currencyCodeSchema.parse(item.order.currency))
  const shares = allocateEvenly(price, item.quote.count)
  const names = travellersOf(item)

  return esims.slice(0, item.quote.count).map(({ iccid, reading, activateBefore }, index) => ({
    id: newId('crd'),
    iccid,
    itemId: item.id,
    orderNum,
    position: index + 1,
    priceShareMinor: shares[index]?.minor ?? 0,
    code: reading.kind === 'code' ? emitLpa(reading.code) : null,
    codeIssue: reading.kind === 'missing' ? null : reading.issue,
    ...(reading.kind === 'code' && { codeSources: reading.sources }),
    activateBefore,
    travellerName: names[index] || null,
  }))
}

type CostNote = { expected: Decimal; tx: Tx }

async function noteCost({ item, order }: Acceptance, { expected, tx }: CostNote): Promise<void> {
  const { costCurrency: currency } = item.quote
  const amount = keptAmount(order.total) ?? expected
  await addProviderEntry({ kind: 'spend', amount, currency, orderNum: order.orderNum }, tx)
  if (order.total === null || compareDecimals(order.total, expected) === 0) return
  const evidence = { expected: decimal(expected), charged: order.total, currency }
  const differing = { kind: 'cost_differs', subject: order.orderNum, mark: `charged:${order.total}` } as const
  await openDiscrepancy({ ...differing, orderId: item.orderId, evidence }, tx)
}

/** Notes what an order costs whose first answer named no price. */
export async function noteLaterCost(orderNum: string, { total }: ProviderOrder): Promise<void> {
  await learnCost(orderNum, total)
}

function travellersOf(item: WorkItem): string[] {
  const { consent } = item.order
  if (typeof consent !== 'object' || consent === null || Array.isArray(consent)) return []
  const { travellers } = consent
  const isByItem = typeof travellers === 'object' && travellers !== null && !Array.isArray(travellers)
  const names = isByItem ? travellers[item.id] : travellers

  return Array.isArray(names) ? names.map((name) => (typeof name === 'string' ? name : '')) : []
}
