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
import { expectedCost } from '#lib/fulfilment/commands/fulfil-line/expected-cost.ts'
import { moveAttempt } from '#lib/fulfilment/repository/attempts.ts'
import { addProviderOrder, findClaimed } from '#lib/fulfilment/repository/provider-orders.ts'
import { codeDoubts, inspectOrder, type OrderProblem, type ReadEsim } from '#lib/fulfilment/rules/accepted-order.ts'
import { inspectTopUp } from '#lib/fulfilment/rules/accepted-top-up.ts'
import { moveLine, type WorkLine } from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { ProviderOrder } from '#lib/provider/rules/provider-order.ts'
import { addProviderEntry, openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

/** An order that exists for a line, found in an answer or by a look. */
export type Acceptance = {
  line: WorkLine
  lease: Lease
  from: 'PLACING' | 'UNKNOWN' | 'HELD'
  attempt: { id: string; state: 'SENT' | 'UNKNOWN' | 'ABSENT' }
  order: ProviderOrder
  /** The price id that was sent, `null` where it is not known any more. */
  priceId: number | null
  isListed: boolean
}

/**
 * Writes an accepted order down: attempt, order number, sealed eSIMs and cost. `false` when the line is not ours.
 *
 * An order that is not what was ordered is kept all the same, with its problems: the next step gives it to a person.
 */
export async function acceptOrder(acceptance: Acceptance, tx: Tx): Promise<boolean> {
  const { line, lease, from, attempt, order } = acceptance
  const now = await databaseNow(tx)
  const cost = await expectedCost(line, tx)
  const owners = await findClaimed([order.orderNum], tx)
  const { esims, problems } = await inspect(acceptance, { cost, isOrderKnown: owners.has(order.orderNum), tx })
  const codes = codeDoubts(esims)
  const seen = { problems, orderNum: order.orderNum, ...(codes.length > 0 && { codes }) }
  const evidence = problems.length > 0 ? { evidence: seen } : {}
  const changes = { placedAt: now, reason: null, unknownSince: null, ...evidence }
  if (!(await moveLine(lease, { from, to: 'PLACED', changes }, tx))) return false
  const accepted = { class: 'ACCEPTED', code: 0, endedAt: now, watchUntil: null }
  await moveAttempt(attempt.id, { from: attempt.state, to: 'ACCEPTED', changes: accepted }, tx)
  if (!owners.has(order.orderNum)) await keepOrder(acceptance, { esims, tx })
  await noteCost(acceptance, { expected: cost, problems, tx })
  const { orderId, id: lineId } = line
  const data = { orderNum: order.orderNum, ...(order.mainOrderNum ? { mainOrderNum: order.mainOrderNum } : {}) }
  await recordOrderEvent({ orderId, lineId, kind: 'placed', data }, tx)

  return true
}

type Inspection = { cost: Decimal; isOrderKnown: boolean; tx: Tx }

async function inspect({ line, order, priceId }: Acceptance, { cost, isOrderKnown, tx }: Inspection) {
  if (line.kind === 'RENEWAL') {
    const { iccid } = await requireTopUpEsim(line, tx)

    return { esims: [], problems: inspectTopUp(order, { iccid, priceId, cost, isOrderKnown }) }
  }
  const iccids = order.esims.flatMap((esim) => esim.iccid?.trim() ?? [])
  const { count } = line.quote

  return inspectOrder(order, { count, priceId, cost, isOrderKnown, knownIccids: await findKnownIccids(iccids, tx) })
}

async function keepOrder({ line, attempt, order, isListed }: Acceptance, { esims, tx }: { esims: ReadEsim[]; tx: Tx }) {
  const { orderNum, status, total } = order
  const costCurrency = line.quote.costCurrency
  await addProviderOrder(
    {
      orderNum,
      lineId: line.id,
      attemptId: attempt.id,
      status,
      cost: total,
      costCurrency,
      isListed,
      isRenewal: line.kind === 'RENEWAL',
    },
    tx,
  )
  if (esims.length > 0) await addEsims(toNewEsims(line, orderNum, esims), tx)
}

/** The rows for the eSIMs of an order. Names go to eSIMs in their order; shares add up to the price of the line. */
export function toNewEsims(line: WorkLine, orderNum: string, esims: ReadEsim[]): NewEsim[] {
  const price = money(line.priceMinor, currencyCodeSchema.parse(line.order.currency))
  const shares = allocateEvenly(price, line.quote.count)
  const names = travellersOf(line)

  return esims.slice(0, line.quote.count).map(({ iccid, reading, activateBefore }, index) => ({
    id: newId('crd'),
    iccid,
    lineId: line.id,
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

async function noteCost({ line, order }: Acceptance, { expected, tx }: CostNote): Promise<void> {
  const { costCurrency: currency } = line.quote
  const amount = order.total ?? expected
  await addProviderEntry({ kind: 'spend', amount, currency, orderNum: order.orderNum }, tx)
  if (order.total === null || compareDecimals(order.total, expected) === 0) return
  const evidence = { expected: decimal(expected), charged: order.total, currency }
  await openDiscrepancy({ kind: 'cost_differs', subject: order.orderNum, orderId: line.orderId, evidence }, tx)
}

function travellersOf(line: WorkLine): string[] {
  const { consent } = line.order
  if (typeof consent !== 'object' || consent === null || Array.isArray(consent)) return []
  const { travellers } = consent
  const isByLine = typeof travellers === 'object' && travellers !== null && !Array.isArray(travellers)
  const names = isByLine ? travellers[line.id] : travellers

  return Array.isArray(names) ? names.map((name) => (typeof name === 'string' ? name : '')) : []
}
