import 'server-only'
import { requestCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { reviewWithdrawal } from '#lib/cancellations/commands/settle-cancellation.ts'
import {
  addWithdrawal,
  confirmWithdrawalRow,
  endWithdrawal,
  findWithdrawal,
  listOpenWithdrawals,
  listWithdrawable,
  type OpenWithdrawal,
} from '#lib/cancellations/repository/cancellations.ts'
import { WITHDRAWAL } from '#lib/cancellations/rules/cancellation-readings.ts'
import { allRows, eachRow } from '#lib/core/commands/each-row.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { log } from '#lib/core/log.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { wakeRow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { Guest } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { requestItemCancellation } from '#lib/fulfilment/commands/request-item-cancellation.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { takeTypedMail } from '#lib/orders/commands/buyer-mails.ts'
import { moveItemsOfOrder } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { findOrderForLink, getOrderForLink } from '#lib/orders/repository/orders.ts'
import { type ItemState, UNDELIVERED_STATES } from '#lib/orders/rules/item-states.ts'
import { readOrderNumber } from '#lib/orders/rules/order-number.ts'

const PAGE = 50

/**
 * Takes the first step of a withdrawal in. Resolves with the id to confirm, whether an order fits or not: neither the
 * answer nor the next one tells.
 */
export async function startWithdrawal(input: { email: string; number: string }): Promise<{ id: string }> {
  const number = readOrderNumber(input.number) ?? ''
  const order = await findOrderForLink({ email: input.email.trim().toLowerCase(), number })
  const id = newId('wdr')
  await addWithdrawal({ id, orderId: order?.id ?? null })

  return { id }
}

/**
 * Makes the first step a statement: from now on it counts, with this time, and its receipt is on the way to the address
 * of the order. Confirming twice is confirming once. Throws `not_found` for an id nobody was given.
 */
export async function confirmWithdrawal(id: string): Promise<{ receivedAt: Date }> {
  const isMailed = await mayMail(id)
  const receivedAt = await transaction(async (tx) => {
    const row = await findWithdrawal(id, tx)
    if (!row) throw new AppError('not_found', 'There is no such withdrawal.')
    if (!(await confirmWithdrawalRow(id, tx))) return row.confirmedAt ?? new Date()
    const { orderId } = row
    if (orderId) {
      const data = { withdrawal: id }
      await recordOrderEvent({ orderId, kind: 'withdrawal_received', actor: `guest:${id}`, data }, tx)
      const mail = { kind: 'withdrawal_received', orderId, dedupeKey: `withdrawal:${id}`, payload: data } as const
      if (isMailed) await queueMail(tx, mail)
    }

    return new Date()
  })
  wakeWorker()
  void processWithdrawals().catch((error: unknown) => log.error('withdrawals wait', { error }))

  return { receivedAt }
}

/** The statement counts in any case; its receipt must not become a way to have strangers mailed. */
async function mayMail(id: string): Promise<boolean> {
  const row = await findWithdrawal(id)
  if (!row?.orderId || row.confirmedAt !== null) return false
  const order = await getOrderForLink(row.orderId)

  return order !== null && takeTypedMail('withdrawal', order)
}

/**
 * Draws the consequences of every statement that waits: sealed eSIMs are asked back, items under way are stopped, and what
 * nobody has paid ends. Repeating it is safe. What was opened stays with its buyer; whatever else cannot be taken back, a
 * top-up and an item with a person included, is put before a person.
 */
export async function processWithdrawals(): Promise<void> {
  await eachRow(
    allRows<OpenWithdrawal>(PAGE, (last) => listOpenWithdrawals({ after: last, limit: PAGE })),
    processWithdrawal,
  )
}

async function processWithdrawal({ id, orderId }: OpenWithdrawal): Promise<void> {
  const caller: Guest = { kind: 'guest', sessionId: id, grants: [{ orderId, grant: 'link', grantedAt: new Date() }] }
  const outcome = { asked: 0, stopped: await endUnpaid(orderId), opened: 0, refused: 0 }
  const items = await listWithdrawable(orderId)
  for (const esim of items.flatMap((item) => (item.state === 'DELIVERED' ? item.esims : []))) {
    if (esim.cancelState !== 'NONE' && esim.cancelState !== 'REFUSED') continue
    if (esim.revealedAt) outcome.opened += 1
    else if (await isTaken(() => requestCancellationOfEsim(caller, { orderId, esimId: esim.id, id })))
      outcome.asked += 1
    else outcome.refused += 1
  }
  for (const item of items.filter(({ state }) => UNDELIVERED_STATES.includes(state))) {
    if (await isTaken(() => requestItemCancellation(caller, { orderId, itemId: item.id }))) outcome.stopped += 1
    else outcome.refused += 1
  }
  outcome.refused += items.filter(({ state, kind }) => isKept(state, kind)).length
  await transaction(async (tx) => {
    if (!(await endWithdrawal(id, outcome, tx)) || outcome.refused === 0) return
    await reviewWithdrawal({ subject: id, orderId, evidence: outcome }, tx)
  })
}

/** Nothing takes these back by itself: a plan stays on its eSIM, and only a person moves an item that is held. */
function isKept(state: ItemState, kind: 'PURCHASE' | 'RENEWAL'): boolean {
  return state === 'HELD' || (state === 'DELIVERED' && kind === 'RENEWAL')
}

/**
 * Ends an order that nobody has paid, and has its sessions ended at the provider: what is paid there before that comes late
 * and goes back by itself. Resolves with the number of items that ended.
 */
async function endUnpaid(orderId: string): Promise<number> {
  return transaction(async (tx) => {
    // Money first, its items last: the order of locks everywhere.
    const payments = await tx.payment.updateManyAndReturn({
      where: {
        orderId,
        state: { in: ['INTENDED', 'OPEN'] },
        order: { items: { every: { state: 'AWAITING_PAYMENT' } } },
      },
      data: { replacedBy: orderId },
      select: { id: true },
    })
    for (const { id } of payments) await wakeRow('Payment', id, tx)
    const move = { from: 'AWAITING_PAYMENT', to: 'EXPIRED', changes: { reason: 'not_paid' } } as const
    const moved = await moveItemsOfOrder(orderId, move, tx)
    if (moved > 0) await recordOrderEvent({ orderId, kind: 'expired', data: move.changes }, tx)

    return moved
  })
}

/** Each eSIM by itself: one that cannot go back must not keep the others. */
function requestCancellationOfEsim(
  caller: Guest,
  { orderId, esimId, id }: { orderId: string; esimId: string; id: string },
) {
  const once = { key: `${id}:${esimId}`, fingerprint: id }

  return requestCancellation(caller, { orderId, esimIds: [esimId], reason: WITHDRAWAL, once })
}

/** False when it was refused for good; a passing failure is thrown, and the statement waits for the next round. */
async function isTaken(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action()

    return true
  } catch (error) {
    if (error instanceof AppError && ['conflict', 'not_found'].includes(error.code)) return false
    throw error
  }
}
