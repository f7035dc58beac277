import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow, wakeRow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import type { AnswerOf } from '#lib/core/rules/contract.ts'
import { findKnownIccids } from '#lib/esims/repository/esims.ts'
import { expectedCost, isComplete } from '#lib/fulfilment/commands/fulfil-item/accept-order.ts'
import { storeCodes } from '#lib/fulfilment/commands/fulfil-item/fetch-details.ts'
import { readCandidates } from '#lib/fulfilment/commands/review/check-again.ts'
import {
  hasOpenCancellation,
  lockProviderOrder,
  noteProviderStatus,
} from '#lib/fulfilment/repository/provider-orders.ts'
import { inspectOrder } from '#lib/fulfilment/rules/accepted-order.ts'
import type { readFullRecordCall } from '#lib/fulfilment/schema.ts'
import { getWorkItem, moveItem, type WorkItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { UNDELIVERED_STATES } from '#lib/orders/rules/item-states.ts'
import { aboutItem, callsLogged, currentProvider } from '#lib/provider/commands/current-provider.ts'
import { fetchOrderAndForfeitCancellation } from '#lib/provider/index.ts'
import { isShut } from '#lib/provider/repository/breakers.ts'
import { answerOrNull, isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import type { ProviderOrder } from '#lib/provider/rules/provider-order.ts'

// What the record can mend: the item waits for nothing but its eSIMs.
const WAITS_FOR_ESIMS = ['details_refused', 'cards_unknown']

/** What the record said; no code is in it. `answered` is false when the network did not: the order is locked all the same. */
type FullRecord = AnswerOf<typeof readFullRecordCall>

/** An order of the network whose record is wanted. `typed` is its number once more, by hand. */
export type RecordInput = { orderId: string; orderNum: string; typed: string; reason: string }

/**
 * Asks the network for the full record of an order, which ends the right to cancel it: after the decision is committed
 * with its audit row, and exactly once. Cards and codes that were missing are kept.
 *
 * Throws `forbidden`, `not_found`, `bad_input` when the number is not typed as it stands, `upstream_unavailable` when
 * nothing could be asked now, and `conflict` with `return_running`.
 */
export async function readFullRecord(caller: Caller, input: RecordInput): Promise<FullRecord> {
  const staff = requirePermission(caller, 'record.read')
  if (input.typed.trim() !== input.orderNum) {
    throw new AppError('bad_input', 'The number is not typed as it stands.', { reason: 'not_typed' })
  }
  await requireProvider(input)
  const itemId = await lock(staff, input)
  const order = await ask(input, itemId)
  const facts = order ? await keep(input, { itemId, order }) : await noteFailure(input, itemId)
  wakeWorker()

  return facts
}

async function findOrder({ orderId, orderNum }: RecordInput, client: Tx) {
  const found = await client.providerOrder.findFirst({
    where: { orderNum, item: { orderId } },
    select: {
      ...{ itemId: true, lockDecisionAt: true, lockedBy: true },
      item: { select: { state: true, cancelRequestedAt: true } },
    },
  })
  if (!found) throw new AppError('not_found', 'There is no such order at the network.')

  return found
}

/** A lock is for ever: it is not set for a call that could not leave. Only a read renews a session. */
async function requireProvider(input: RecordInput): Promise<void> {
  const { itemId } = await findOrder(input, db())
  const rows = await answerOrNull(() => readCandidates({ id: itemId }, [input.orderNum]))
  if (rows !== null && !(await isShut('placements'))) return
  throw new AppError('upstream_unavailable', 'Nothing can be asked of the provider now.')
}

/** Committed before the call: from here on nobody believes that the order can be cancelled. */
async function lock(staff: StaffMember, input: RecordInput): Promise<string> {
  const { orderId, orderNum, reason } = input
  const actor = actorOf(staff)

  return transaction(async (tx) => {
    await lockProviderOrder(orderNum, tx)
    const found = await findOrder(input, tx)
    if (isGoingBack(found.item) || (await hasOpenCancellation(orderNum, tx))) {
      throw new AppError('conflict', 'The order is being given back.', { reason: 'return_running' })
    }
    const at = await databaseNow(tx)
    await tx.providerOrder.updateMany({
      where: { orderNum, lockDecisionAt: null },
      data: { lockDecisionAt: at, lockedBy: actor },
    })
    const before = { lockedBy: found.lockedBy, lockDecisionAt: found.lockDecisionAt?.toISOString() ?? null }
    await recordAudit(
      { actor, role: staff.role, act: 'order.record_read', subject: orderId, reason, before, after: { orderNum } },
      tx,
    )
    const { itemId } = found
    await recordOrderEvent({ orderId, itemId, kind: 'record_asked', actor, data: { orderNum } }, tx)

    return itemId
  })
}

function isGoingBack({ state, cancelRequestedAt }: Pick<WorkItem, 'state' | 'cancelRequestedAt'>): boolean {
  if (state === 'CANCELLING' || state === 'CANCEL_UNKNOWN') return true

  return cancelRequestedAt !== null && UNDELIVERED_STATES.includes(state)
}

async function ask({ orderNum }: RecordInput, itemId: string): Promise<ProviderOrder | null> {
  try {
    return await aboutItem(itemId, () => currentProvider().call(fetchOrderAndForfeitCancellation, { orderNum }))
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return null
  } finally {
    await callsLogged()
  }
}

async function keep(
  input: RecordInput,
  { itemId, order }: { itemId: string; order: ProviderOrder },
): Promise<FullRecord> {
  const { orderId, orderNum } = input
  const item = await getWorkItem(itemId)
  const newCodes = item ? await keepEsims(item, { orderNum, order }) : 0
  await noteProviderStatus(orderNum, order.status)
  const esims = order.esims.length
  await recordOrderEvent({ orderId, itemId, kind: 'record_read', data: { orderNum, cards: esims, newCodes } })
  if (newCodes > 0) await goOn(itemId)

  return { answered: true, status: order.status, count: order.count, total: order.total, esims, newCodes }
}

async function keepEsims(
  item: WorkItem,
  { orderNum, order }: { orderNum: string; order: ProviderOrder },
): Promise<number> {
  const own = new Set(item.esims.map(({ iccid }) => iccid))
  const others = order.esims.flatMap(({ iccid }) => iccid?.trim() ?? []).filter((iccid) => !own.has(iccid))

  return transaction(async (tx) => {
    const { esims } = inspectOrder(order, {
      count: item.quote.count,
      priceId: null,
      cost: await expectedCost(item, tx),
      isOrderKnown: false,
      knownIccids: await findKnownIccids(others, tx),
    })
    const before = await tx.esim.count({ where: { itemId: item.id, sealedCode: { not: null } } })
    await storeCodes(item, { orderNum, esims: esims.filter(({ reading }) => reading.kind === 'code'), tx })

    return (await tx.esim.count({ where: { itemId: item.id, sealedCode: { not: null } } })) - before
  })
}

/** A line that waited for its eSIMs alone goes on to its money and its buyer. */
async function goOn(itemId: string): Promise<void> {
  const item = await getWorkItem(itemId)
  if (!item || !isComplete(item)) return
  await transaction(async (tx) => {
    const { epoch } = await tx.orderItem.findUniqueOrThrow({ where: { id: itemId }, select: { epoch: true } })
    const isWaiting = item.state === 'HELD' && WAITS_FOR_ESIMS.includes(item.reason ?? '')
    const changes = { reason: null, evidence: {}, cancelRequestedAt: null }
    if (isWaiting) await moveItem({ id: itemId, epoch }, { from: 'HELD', to: 'PLACED', changes }, tx)
    if (isWaiting || item.state === 'FETCHING') await wakeRow('Line', itemId, tx)
  })
}

async function noteFailure({ orderId, orderNum }: RecordInput, itemId: string): Promise<FullRecord> {
  await recordOrderEvent({ orderId, itemId, kind: 'record_failed', data: { orderNum } })

  return { answered: false, status: null, count: null, total: null, esims: 0, newCodes: 0 }
}
