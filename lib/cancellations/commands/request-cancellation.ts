import 'server-only'
import { answerEsims, type EsimAnswer } from '#lib/cancellations/commands/cancellation-options.ts'
import { endCancellation } from '#lib/cancellations/commands/settle-cancellation.ts'
import {
  addCancellation,
  type CancelRow,
  findCancellationByKey,
  getCancellation,
  listCancellableEsims,
  markRequested,
} from '#lib/cancellations/repository/cancellations.ts'
import type { closeCancellationCall } from '#lib/cancellations/schema.ts'
import { runCancellation } from '#lib/checkout/commands/cancel-order.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { env } from '#lib/core/env.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { claimOne, databaseNow, finishLease, type Lease, wakeRow } from '#lib/core/repository/leases.ts'
import { allocate } from '#lib/core/rules/allocate.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { AuditEventName } from '#lib/core/rules/audit-events.ts'
import { actorOf, type Caller, ownsOrder, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import type { BodyOf } from '#lib/core/rules/contract.ts'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { money } from '#lib/core/rules/money.ts'
import { TIMERS, timeScaleOf } from '#lib/core/rules/timers.ts'
import { refreshEsimReadings } from '#lib/esims/commands/esim-readings.ts'
import { findToppedUp } from '#lib/esims/repository/top-ups.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { claimer } from '#lib/fulfilment/commands/with-lease.ts'
import { lockProviderOrder } from '#lib/fulfilment/repository/provider-orders.ts'
import { requireWithinLimit } from '#lib/orders/commands/support-limit.ts'
import type { LockedItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { isClosable } from '#lib/orders/rules/admin-order.ts'
import { closeDiscrepancyBy } from '#lib/payments/repository/judged-payments.ts'
import { findPayingPayment, lockPayment } from '#lib/payments/repository/payments.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { listUnpaidShares, type RefundShare, sumRefundsOfPayment } from '#lib/refunds/repository/refunds.ts'
import { ACTED_POLICY } from '#lib/refunds/rules/refund-answer.ts'

/** Cards of one order that somebody wants to give back. The same key asks once. */
export type CancellationInput = {
  orderId: string
  esimIds: string[]
  reason: string
  once: { key: string; fingerprint: string }
}

/**
 * Takes the request to give delivered eSIMs back: all of them or none. The network is asked next, once; money follows its
 * proof. Resolves with the eSIMs that are asked back, also when the same key asked for them before.
 *
 * Throws `not_found` for eSIMs of somebody else, and `conflict` with `reason`: `refused` (with `because` and `esimIds`),
 * `not_delivered`, `changed` (revealed or asked back at the same moment), `money_not_ready`, `other_request`.
 */
export async function requestCancellation(caller: Caller, input: CancellationInput): Promise<{ esimIds: string[] }> {
  assertCanRequest(caller, input.orderId)
  const before = await findEarlierRequest(input)
  if (before) return before
  try {
    return await judgeAndRecord(caller, input)
  } catch (error) {
    // The same request may have come twice at the same moment: what the first recorded forbids the second.
    const twin = error instanceof AppError ? await findEarlierRequest(input) : null
    if (twin) return twin
    throw error
  }
}

async function judgeAndRecord(caller: Caller, input: CancellationInput): Promise<{ esimIds: string[] }> {
  const esims = await requireEsims(input)
  const { orderId } = input
  // Before the provider is asked, and again where nobody can ask at the same moment.
  await assertWithinLimit(caller, { orderId, esims })
  const fresh = await refreshEsimReadings(esims, ACTED_POLICY.freshForMs)
  const answers = await answerEsims(fresh, { policy: ACTED_POLICY, caller })
  refuseForbidden(answers)
  await transaction(async (tx) => {
    await assertWithinLimit(caller, { orderId, esims, tx })
    await record(input, { caller, answers, tx })
  })
  await failpoint('return_asked')
  wakeWorker()

  return { esimIds: esims.map(({ id }) => id) }
}

function assertCanRequest(caller: Caller, orderId: string): void {
  if (caller.kind === 'staff') requirePermission(caller, 'returns.ask')
  else if (!ownsOrder(caller, orderId)) throw new AppError('not_found', 'There is no such order.')
}

type Asked = { orderId: string; esims: { id: string; priceShareMinor: number }[]; tx?: Tx }

async function assertWithinLimit(caller: Caller, { orderId, esims, tx }: Asked): Promise<void> {
  if (caller.kind !== 'staff') return
  const amountMinor = esims.reduce((total, { priceShareMinor }) => total + priceShareMinor, 0)
  await requireWithinLimit(caller, { orderId, amountMinor, esimIds: esims.map(({ id }) => id) }, tx)
}

async function findEarlierRequest({ orderId, once }: CancellationInput): Promise<{ esimIds: string[] } | null> {
  const asked = await findCancellationByKey(orderId, once.key)
  if (!asked) return null
  if (asked.fingerprint !== once.fingerprint) {
    throw new AppError('conflict', 'This key asked for something else.', { reason: 'other_request' })
  }

  return { esimIds: asked.esimIds }
}

async function requireEsims({ orderId, esimIds }: CancellationInput) {
  const wanted = new Set(esimIds)
  const esims = (await listCancellableEsims(orderId)).filter(({ id }) => wanted.has(id))
  if (wanted.size === 0 || esims.length !== wanted.size) throw new AppError('not_found', 'There is no such card.')
  if (esims.some(({ item }) => item.state !== 'DELIVERED')) {
    throw new AppError('conflict', 'A card is not here yet, or gone.', { reason: 'not_delivered' })
  }

  return esims
}

function refuseForbidden(answers: EsimAnswer[]): void {
  const refused = answers.filter(({ answer }) => answer.answer === 'no')
  if (refused.length === 0) return
  const esimIds = refused.map(({ esim }) => esim.id)
  const because = [...new Set(refused.flatMap(({ answer }) => answer.reasons))]
  throw new AppError('conflict', 'A card cannot go back.', { reason: 'refused', esimIds, because })
}

type Recording = { caller: Caller; answers: EsimAnswer[]; tx: Tx }

async function record(input: CancellationInput, { caller, answers, tx }: Recording): Promise<void> {
  await requireMoney(input.orderId, { answers, tx })
  const requestedBy = actorOf(caller)
  for (const [orderNum, group] of [...groupByOrder(answers)].sort(([a], [b]) => a.localeCompare(b))) {
    await lockProviderOrder(orderNum, tx)
    const order = await tx.providerOrder.findUniqueOrThrow({ where: { orderNum }, select: { lockDecisionAt: true } })
    if (order.lockDecisionAt) throw new AppError('conflict', 'The order was locked meanwhile.', { reason: 'changed' })
    for (const { esim } of group) {
      if (await markRequested(esim, tx)) continue
      throw new AppError('conflict', 'The card was opened or asked back meanwhile.', { reason: 'changed' })
    }
    // A top-up that was paid meanwhile holds the eSIM too: whoever comes second finds the other one.
    if (
      (
        await findToppedUp(
          group.map(({ esim }) => esim.id),
          tx,
        )
      ).size > 0
    ) {
      throw new AppError('conflict', 'A plan is being put on the card.', { reason: 'changed' })
    }
    await addCancellation(
      { ...toCancellation(orderNum, group), reason: input.reason, requestedBy, once: input.once },
      tx,
    )
  }
  const { orderId } = input
  const data = { cards: answers.length }
  await recordOrderEvent({ orderId, kind: 'return_asked', actor: requestedBy, data }, tx)
  if (caller.kind !== 'staff') return
  const after = { cards: input.esimIds, answers: answers.map(({ answer }) => answer.answer) }
  const { role } = caller
  const { reason } = input
  await recordAudit({ actor: requestedBy, role, act: 'return.asked', subject: orderId, reason, after }, tx)
}

/** Nothing is asked provider that we could not pay back. */
async function requireMoney(orderId: string, { answers, tx }: Pick<Recording, 'answers' | 'tx'>): Promise<void> {
  const found = await findPayingPayment(orderId, tx)
  const payment = found && (await lockPayment(found.id, tx))
  // What was given back for an eSIM or its item before, as goodwill or elsewhere, is not due again.
  const esims = answers.map(({ esim }) => esim)
  const shares = await listUnpaidShares(esims, payment?.id ?? '', tx)
  const due = shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const left = payment ? payment.capturedMinor - (await sumRefundsOfPayment(payment.id, tx)) : 0
  if (payment?.state === 'CAPTURED' && left >= due) return
  throw new AppError('conflict', 'The payment cannot be given back now.', { reason: 'money_not_ready' })
}

function groupByOrder(answers: EsimAnswer[]): Map<string, EsimAnswer[]> {
  const groups = new Map<string, EsimAnswer[]>()
  for (const answer of answers) {
    const { orderNum } = answer.esim
    groups.set(orderNum, [...(groups.get(orderNum) ?? []), answer])
  }

  return groups
}

function toCancellation(orderNum: string, group: EsimAnswer[]) {
  return {
    orderNum,
    itemId: group[0]?.esim.itemId ?? '',
    esims: group.map(({ esim, answer }) => ({ id: esim.id, iccid: esim.iccid, answer: answer.answer })),
    answers: group.map(({ esim, answer, facts }) => ({
      cardId: esim.id,
      answer: answer.answer,
      until: answer.until?.toISOString() ?? null,
      reasons: answer.reasons,
      facts,
    })),
  }
}

type CancellationAction = BodyOf<typeof closeCancellationCall>['act']

const AUDITED: Record<CancellationAction, AuditEventName> = {
  look_again: 'return.looked_at',
  taken: 'return.proven_by_hand',
  refused: 'return.refused_by_hand',
}

export type CloseCancellationInput = { orderId: string; cancellationId: string } & BodyOf<typeof closeCancellationCall>

/**
 * Closes a return that stays open: by another look, or by what a person knows from the network. Resolves with the state
 * in which it stands then.
 *
 * Throws `forbidden` (to say that it was taken gives money back), `not_found`, `conflict` when it is not open any more.
 */
export async function closeCancellation(
  caller: Caller,
  input: CloseCancellationInput,
): Promise<{ state: CancelRow['state'] }> {
  const { act, cancellationId } = input
  const staff = requirePermission(caller, act === 'taken' ? 'held.money' : 'held.look')
  const row = await getCancellation(cancellationId)
  const item = row && (await db().orderItem.findUnique({ where: { id: row.itemId }, select: { orderId: true } }))
  if (!row || item?.orderId !== input.orderId) throw new AppError('not_found', 'There is no such return.')
  if (!isClosable(row, { now: await databaseNow(), timeScale: timeScaleOf(env) }))
    throw new AppError('conflict', 'It is closed.', { reason: 'changed' })
  const lease = await claimOne('CancelAttempt', { ...claimer(), id: cancellationId })
  if (!lease) throw new AppError('conflict', 'It is being looked at right now.', { reason: 'busy' })
  if ((await getCancellation(cancellationId))?.state !== row.state) {
    await finishLease('CancelAttempt', lease, 0)
    throw new AppError('conflict', 'It has gone on meanwhile.', { reason: 'changed' })
  }
  await note(staff, { input, row })
  if (act === 'look_again') await runCancellation(lease)
  else await end(row, { lease, staff, act })
  wakeWorker()

  return { state: (await getCancellation(cancellationId))?.state ?? row.state }
}

async function note(
  staff: StaffMember,
  { input, row }: { input: CloseCancellationInput; row: CancelRow },
): Promise<void> {
  const { orderId, act, reason } = input
  const actor = actorOf(staff)
  const { orderNum, itemId } = row
  await transaction(async (tx) => {
    const before = { state: row.state }
    await recordAudit(
      { actor, role: staff.role, act: AUDITED[act], subject: orderId, reason, before, after: { orderNum } },
      tx,
    )
    if (act === 'look_again') return
    await recordOrderEvent({ orderId, itemId, kind: 'return_closed', actor, data: { orderNum, outcome: act } }, tx)
  })
}

type Ending = { lease: Lease; staff: StaffMember; act: CancellationAction }

async function end(row: CancelRow, { lease, staff, act }: Ending): Promise<void> {
  const state = act === 'taken' ? 'CONFIRMED' : 'REFUSED'
  const refusal = act === 'refused' ? { refusal: { code: 0, text: null } } : {}
  await endCancellation(row, { lease, state, status: null, ...refusal, isByPerson: true })
  await finishLease('CancelAttempt', lease, state === 'CONFIRMED' ? null : scaled(TIMERS.cancelOpenFor))
  await transaction(async (tx) => {
    const resolved = { by: actorOf(staff), resolution: act }
    await closeDiscrepancyBy({ kind: 'cancel_open', subject: row.orderNum }, resolved, tx)
    await wakeRow('Line', row.itemId, tx)
  })
}

/** Splits money that was paid for nothing over the items of its order, by their prices: no line gets back more than its own. */
export function duplicateShares(items: LockedItem[], amountMinor: number, currency: string): RefundShare[] {
  const amount = money(amountMinor, currencyCodeSchema.parse(currency))
  const weights = items.map(({ priceMinor }) => priceMinor)

  return allocate(amount, weights)
    .map(({ minor }, index) => ({ itemId: items[index]?.id ?? '', esimId: null, amountMinor: minor }))
    .filter((share) => share.amountMinor > 0)
}
