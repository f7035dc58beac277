import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease } from '#lib/core/repository/leases.ts'
import { allocateEvenly } from '#lib/core/rules/allocate.ts'
import { compareDecimals, type Decimal, decimal } from '#lib/core/rules/decimal.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { money } from '#lib/core/rules/money.ts'
import { currencyCodeSchema } from '#lib/core/rules/money-schema.ts'
import { requireTopUpEsim } from '#lib/esims/commands/top-up/top-up-esim.ts'
import { addEsims, findKnownIccids, type NewEsim } from '#lib/esims/repository/esims.ts'
import { emitLpa } from '#lib/esims/rules/lpa.ts'
import { expectedCost } from '#lib/fulfilment/commands/fulfil-item/expected-cost.ts'
import { moveAttempt } from '#lib/fulfilment/repository/attempts.ts'
import { addProviderOrder, findClaimed } from '#lib/fulfilment/repository/provider-orders.ts'
import { codeDoubts, inspectOrder, type OrderProblem, type ReadEsim } from '#lib/fulfilment/rules/accepted-order.ts'
import { inspectTopUp } from '#lib/fulfilment/rules/accepted-top-up.ts'
import { moveItem, type WorkItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { ProviderOrder } from '#lib/provider/rules/provider-order.ts'
import { addProviderEntry, openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

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
  if (!owners.has(order.orderNum)) await keepOrder(acceptance, { esims, tx })
  await noteCost(acceptance, { expected: cost, problems, tx })
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

type CostNote = { expected: Decimal; problems: OrderProblem[]; tx: Tx }

async function noteCost({ item, order }: Acceptance, { expected, tx }: CostNote): Promise<void> {
  const { costCurrency: currency } = item.quote
  const amount = order.total ?? expected
  await addProviderEntry({ kind: 'spend', amount, currency, orderNum: order.orderNum }, tx)
  if (order.total === null || compareDecimals(order.total, expected) === 0) return
  const evidence = { expected: decimal(expected), charged: order.total, currency }
  await openDiscrepancy({ kind: 'cost_differs', subject: order.orderNum, orderId: item.orderId, evidence }, tx)
}

function travellersOf(item: WorkItem): string[] {
  const { consent } = item.order
  if (typeof consent !== 'object' || consent === null || Array.isArray(consent)) return []
  const { travellers } = consent
  const isByItem = typeof travellers === 'object' && travellers !== null && !Array.isArray(travellers)
  const names = isByItem ? travellers[item.id] : travellers

  return Array.isArray(names) ? names.map((name) => (typeof name === 'string' ? name : '')) : []
}
