import 'server-only'
import { allRows } from '#lib/core/commands/each-row.ts'
import { env } from '#lib/core/env.ts'
import { PAYMENT_METHODS } from '#lib/core/rules/payment-method.ts'
import { findClaimed } from '#lib/fulfilment/repository/provider-orders.ts'
import { listMovingProviders } from '#lib/fulfilment/repository/recovery-rows.ts'
import { isTestMoney, paymentProvider } from '#lib/payments/commands/payments.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import type { PaymentProvider, ProviderPayment } from '#lib/payments/providers/index.ts'
import { recordStuckObject } from '#lib/payments/repository/payments.ts'
import { getCapabilities } from '#lib/provider/commands/capabilities.ts'
import { daysAround, orderPages, readReferences } from '#lib/provider/commands/order-pages.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import type { Capabilities } from '#lib/provider/rules/capabilities.ts'
import { CLOCK_TOLERANCE_MS, type ProviderOrderRow, toProviderOrderState } from '#lib/provider/rules/provider-order.ts'
import { compareTwins, noteEsims, type Twins } from '#lib/reconciliation/commands/compare-esims.ts'
import {
  type Comparison,
  fetchComparedOrder,
  fetchComparedOrders,
  keepDiscrepancies,
  keyOf,
} from '#lib/reconciliation/commands/comparison.ts'
import { learnCost } from '#lib/reconciliation/repository/discrepancies.ts'
import {
  findEsimOwners,
  findItemsByRef,
  findOurPayments,
  listOurOrderNums,
  listOurPayments,
  noteListed,
  readOurOrders,
  readOurPayment,
  toMainUnits,
} from '#lib/reconciliation/repository/reconciliation-orders.ts'
import type { FoundDiscrepancy, SideDetails } from '#lib/reconciliation/rules/discrepancy-kinds.ts'
import {
  iccidsOf,
  isCostJudged,
  judgeListedOrder,
  networkDetails,
  type OurOrder,
  unlistedDiscrepancy,
} from '#lib/reconciliation/rules/judge-listed-order.ts'
import {
  judgeProviderPayment,
  type OurPayment,
  type TheirPayment,
  unknownPaymentDiscrepancy,
} from '#lib/reconciliation/rules/judge-provider-payment.ts'

const MAX_UNLISTED = 200
const HOUR_MS = 3_600_000

/**
 * Holds the network's list of a window against our rows. Throws when the list could not be read to its end; what was
 * found until then is kept, and nothing counts as agreed.
 */
export async function compareNetwork(comparison: Comparison): Promise<void> {
  const twins: Twins = new Map()
  const listed = new Set<string>()
  const esims: FoundDiscrepancy[] = []
  const { from, until } = comparison
  let isEnd = false
  const pages = orderPages({ created: daysAround(from, until) }, (page) => fetchComparedOrders(page, comparison))
  for await (const { rows, readAt, ...page } of pages) {
    isEnd = page.isEnd
    for (const { orderNum } of rows) listed.add(orderNum)
    esims.push(...(await compareRows(rows, { comparison, twins, readAt })))
    comparison.counts.listed = listed.size
  }
  if (!isEnd) throw new Error('The list of orders ended before its total.')
  await compareTwins(esims, { comparison, twins })
  await compareUnlisted(listed, comparison)
}

/** Compares what the network says about single orders, such as those of open differences. */
export async function compareOrders(orderNums: readonly string[], comparison: Comparison): Promise<void> {
  const twins: Twins = new Map()
  const readAt = new Date()
  const rows: ProviderOrderRow[] = []
  const absent: string[] = []
  for (const orderNum of orderNums) {
    const row = await fetchComparedOrder(orderNum, comparison)
    if (row) rows.push(row)
    if (row === null) absent.push(orderNum)
  }
  await compareTwins(await compareRows(rows, { comparison, twins, readAt }), { comparison, twins })
  const ours = await ourOrders(absent)
  // An order that neither side knows is no difference any more.
  for (const orderNum of absent) if (!ours.has(orderNum)) comparison.judged.add(orderNum)
  await keepUnlisted([...ours.values()], comparison)
}

type Context = { comparison: Comparison; twins: Twins }

/** Compares rows of the list. Returns discrepancies about eSIMs, which are kept when all of the list is known. */
async function compareRows(
  rows: ProviderOrderRow[],
  { comparison, twins, readAt }: Context & { readAt: Date },
): Promise<FoundDiscrepancy[]> {
  const ours = await ourOrders(rows.map(({ orderNum }) => orderNum))
  const own = rows.filter(({ orderNum }) => ours.has(orderNum))
  noteEsims(rows, twins)
  await noteListed(own, readAt)
  const esims: FoundDiscrepancy[] = []
  const learned = await getCapabilities()
  for (const row of own) {
    const order = ours.get(row.orderNum)
    if (!order) continue
    if (order.recordedCost === null && isCostJudged(order, row)) await learnCost(row.orderNum, row.total)
    const discrepancies = await confirmed(order, { row, comparison, learned })
    if (!discrepancies) continue
    comparison.judged.add(row.orderNum)
    esims.push(...discrepancies.filter(({ kind }) => kind === 'cards_differ'))
    await keepDiscrepancies(
      discrepancies.filter(({ kind }) => kind !== 'cards_differ'),
      comparison,
    )
  }
  const unclaimed = rows.filter(({ orderNum }) => !ours.has(orderNum))
  await compareUnclaimed(unclaimed, { comparison, twins })

  return esims
}

/**
 * List and rows are read one after the other: what differs is asked once more, and our row is read again after that. `null`
 * where the second question has no answer: a difference that was seen is no agreement.
 */
async function confirmed(
  ours: OurOrder,
  { row, comparison, learned }: { row: ProviderOrderRow; comparison: Comparison; learned: Capabilities },
): Promise<FoundDiscrepancy[] | null> {
  const first = judgeListedOrder(ours, row, learned)
  if (first.length === 0) {
    noteUnjudged(ours, row, comparison)

    return first
  }
  const again = await fetchComparedOrder(row.orderNum, comparison)
  const now = (await ourOrders([row.orderNum])).get(row.orderNum)
  if (!again || !now) return null
  noteUnjudged(now, again, comparison)
  const before = new Set(judgeListedOrder(ours, again, learned).map(({ kind }) => kind))

  return judgeListedOrder(now, again, learned).filter(({ kind }) => before.has(kind))
}

/** Where nobody can say what an order costs, a cost that differed has not come to agree. */
function noteUnjudged(ours: OurOrder, row: ProviderOrderRow | null, { unjudged }: Comparison): void {
  if (row && isCostJudged(ours, row)) return
  unjudged.add(keyOf({ kind: 'cost_differs', subject: ours.orderNum }))
}

/** Orders of ours that the list should name by now. Each is asked for by its number before it counts as missing. */
async function compareUnlisted(listed: Set<string>, comparison: Comparison): Promise<void> {
  const anHourAgo = Date.now() - scaled(HOUR_MS)
  const until = new Date(Math.min(comparison.until.getTime(), anHourAgo))
  const nums = await listOurOrderNums(comparison)
  comparison.counts.ours = nums.length
  const due = await ourOrders(nums.filter((orderNum) => !listed.has(orderNum)))
  // What was proven to be cancelled need not be listed, and takes nobody's place here.
  const missing = [...due.values()]
    .filter(({ createdAt, isCancelProven }) => createdAt < until && !isCancelProven)
    .slice(0, MAX_UNLISTED)
  await compareOrders(
    missing.map(({ orderNum }) => orderNum),
    comparison,
  )
}

async function keepUnlisted(ours: OurOrder[], comparison: Comparison): Promise<void> {
  for (const order of ours) {
    comparison.judged.add(order.orderNum)
    noteUnjudged(order, null, comparison)
  }
  // What was proven to be cancelled need not be listed for ever.
  await keepDiscrepancies(
    ours.filter(({ isCancelProven }) => !isCancelProven).map((order) => unlistedDiscrepancy(order)),
    comparison,
  )
}

async function ourOrders(orderNums: string[]): Promise<Map<string, OurOrder>> {
  if (orderNums.length === 0) return new Map()
  const { dayPassCost } = await getCapabilities()

  return readOurOrders(orderNums, { dayPassCost })
}

const ANSWER_ON_ITS_WAY_MS = 5 * 60_000
// While one of these stands, the item's own steps look for the order themselves.
const STILL_LOOKING = ['READY', 'PLACING', 'UNKNOWN', 'REJECTED']

type CompareUnclaimedContext = { comparison: Comparison; twins: Twins }

/** Finds what was bought at the network and belongs to no line of ours. */
async function compareUnclaimed(rows: ProviderOrderRow[], { comparison }: CompareUnclaimedContext): Promise<void> {
  const cancelled = rows.filter(({ status }) => toProviderOrderState(status) === 'cancelled')
  for (const { orderNum } of cancelled) comparison.judged.add(orderNum)
  const living = rows.filter((row) => !cancelled.includes(row) && isInWindow(row, comparison))
  if (living.length === 0) return
  const references = await readReferences(living, async () => {
    await comparison.throttle()
    comparison.counts.calls += 1
  })
  const items = await findItemsByRef([...references.values()])
  // An order that was accepted while the list came in is claimed by now.
  const claimed = await findClaimed(living.map(({ orderNum }) => orderNum))
  for (const row of living) {
    if (claimed.has(row.orderNum)) continue
    const itemRef = references.get(row.orderNum) ?? null
    const item = itemRef === null ? undefined : items.get(itemRef)
    if (item && STILL_LOOKING.includes(item.state)) continue
    comparison.judged.add(row.orderNum)
    await keepDiscrepancies([await toDiscrepancy(row, { itemRef, item })], comparison)
  }
}

function isInWindow({ createdAt }: ProviderOrderRow, { from, until }: Comparison): boolean {
  if (createdAt === null) return true
  const at = createdAt.getTime()
  const isAnswered = at < Date.now() - scaled(ANSWER_ON_ITS_WAY_MS)

  return isAnswered && at >= from.getTime() - CLOCK_TOLERANCE_MS && at <= until.getTime() + CLOCK_TOLERANCE_MS
}

type OrderItem = Awaited<ReturnType<typeof findItemsByRef>> extends Map<string, infer Value> ? Value : never
type About = { itemRef: string | null; item: OrderItem | undefined }

async function toDiscrepancy(row: ProviderOrderRow, { itemRef, item }: About): Promise<FoundDiscrepancy> {
  const currency = env.RESELLER_API_CURRENCY
  const owners = row.isTopUp === true ? await findEsimOwners([...iccidsOf(row.plans)]) : new Map()
  const [owner] = owners.values()
  const known: SideDetails | null = owner
    ? { order: owner.item.order.number, cards: [owner.iccid] }
    : item
      ? { order: item.order.number, reference: item.itemRef, state: item.state }
      : null

  return {
    kind: owner ? 'top_up_elsewhere' : 'upstream_order_unknown',
    subject: row.orderNum,
    orderId: owner?.item.orderId ?? item?.orderId ?? null,
    mark: `status:${row.status}`,
    risk: row.total === null ? null : { amount: row.total, currency },
    evidence: {
      ours: known,
      network: networkDetails(row, { itemRef, currency }),
      provider: null,
      differs: ['order'],
      ...(owner || item ? { itemId: owner?.itemId ?? item?.id } : {}),
      ...(row.skuId === null ? {} : { skuId: row.skuId }),
      ...(row.isTopUp === true ? { isTopUp: true } : {}),
    },
  }
}

const CHUNK = 200
const GIVEN_UP = ['EXPIRED', 'FAILED']
const CLAIMS_MONEY = ['AUTHORISED', 'CAPTURING', 'CAPTURED', 'DISPUTED']

/** The providers whose lists belong into a comparison. Throws where money of one moved that is not set up any more. */
export async function providersOf(from: Date): Promise<PaymentProvider[]> {
  const moving = await listMovingProviders(from, isTestMoney())

  return PAYMENT_METHODS.flatMap((name) => {
    try {
      return [paymentProvider(name)]
    } catch (error) {
      if (moving.includes(name)) throw error

      return []
    }
  })
}

/** Holds a provider's list of a window against our payments. Rejects with `PaymentError` when it cannot be read. */
export async function comparePayments(provider: PaymentProvider, comparison: Comparison): Promise<void> {
  const met = new Set<string>()
  let chunk: ProviderPayment[] = []
  const flush = async () => {
    for (const id of await compareObjects(chunk, { provider, comparison })) met.add(id)
    chunk = []
  }
  for await (const object of provider.listPayments({ since: comparison.from })) {
    if (object.createdAt > comparison.until || object.isTest !== isTestMoney()) continue
    chunk.push(object)
    comparison.counts.payments += 1
    if (chunk.length >= CHUNK) await flush()
  }
  await flush()
  const { from, until } = comparison
  const all = allRows<OurPayment>(CHUNK, (behind) =>
    listOurPayments(provider.name, { from, until, behind, limit: CHUNK }),
  )
  for await (const ours of all) {
    if (!met.has(ours.id) && CLAIMS_MONEY.includes(ours.state)) await comparePayment(ours, { provider, comparison })
  }
}

type ProvidersOfContext = { provider: PaymentProvider; comparison: Comparison }

async function compareObjects(
  objects: ProviderPayment[],
  { provider, comparison }: ProvidersOfContext,
): Promise<string[]> {
  const ids = objects.map(({ id, sessionId, metadata }) => ({ id, sessionId, paymentId: metadata.paymentId ?? null }))
  const ours = await findOurPayments(provider.name, ids)
  const met: string[] = []
  for (const object of objects) {
    const payment = ours.find((candidate) => isSame(candidate, object))
    if (!payment) {
      await compareUnknown(object, { provider, comparison })
      continue
    }
    met.push(payment.id)
    comparison.judged.add(payment.id)
    const kinds = judge(payment, object).map(({ kind }) => kind)
    if (kinds.length === 0) continue
    // Its event was lost: read as if it had come, so that money for an order that had ended goes back by itself.
    if (kinds.includes('paid_without_line') && GIVEN_UP.includes(payment.state)) {
      await recordStuckObject(payment.id, { objectId: object.id, sessionId: object.sessionId })
      await settlePayment(payment.id)
    }
    await comparePayment((await readOurPayment(payment.id)) ?? payment, { provider, comparison })
  }

  return met
}

/** Compares one payment with what its provider says now. Our row is read before and after: news may be on its way. */
export async function comparePayment(ours: OurPayment, { provider, comparison }: ProvidersOfContext): Promise<void> {
  const { objectId, sessionId } = ours
  const subject = objectId ? { paymentId: objectId } : sessionId ? { sessionId } : null
  const object = subject && (await provider.readPayment(subject))
  const after = await readOurPayment(ours.id)
  if (!after) return
  comparison.judged.add(ours.id)
  const before = new Set(judge(ours, object).map(({ kind }) => kind))
  await keepDiscrepancies(
    judge(after, object).filter(({ kind }) => before.has(kind)),
    comparison,
  )
}

/** Money that carries an order of ours which we have no row of. What carries none is somebody else's business. */
export async function compareUnknown(
  object: ProviderPayment,
  { provider, comparison }: ProvidersOfContext,
): Promise<void> {
  const subject = object.id ?? object.sessionId
  if (!object.metadata.orderId || subject === null) return
  comparison.judged.add(subject)
  const discrepancy = unknownPaymentDiscrepancy(toTheirs(object), {
    subject,
    provider: provider.name,
    toText: toMainUnits,
  })
  if (discrepancy) await keepDiscrepancies([discrepancy], comparison)
}

function judge(ours: OurPayment, object: ProviderPayment | null): FoundDiscrepancy[] {
  return judgeProviderPayment(ours, object && toTheirs(object), toMainUnits)
}

function isSame(ours: OurPayment, object: ProviderPayment): boolean {
  if (ours.id === object.metadata.paymentId) return true
  if (object.id !== null && ours.objectId === object.id) return true

  return object.sessionId !== null && ours.sessionId === object.sessionId
}

function toTheirs(object: ProviderPayment): TheirPayment {
  const { id, state, amount, capturedMinor, refundedMinor, reference, createdAt } = object

  return {
    id,
    state,
    currency: amount.currency,
    amountMinor: amount.minor,
    capturedMinor,
    refundedMinor,
    reference,
    createdAt,
  }
}
