import 'server-only'
import { lockCancellable } from '#lib/cancellations/repository/cancellations.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { allocate } from '#lib/core/rules/allocate.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { isChargeable, money } from '#lib/core/rules/money.ts'
import { withSecondPerson } from '#lib/orders/commands/second-person.ts'
import { lockItemsOfOrder } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { findPayingPayment, lockPayment, type PaymentRow } from '#lib/payments/repository/payments.ts'
import { addRefund, listUnpaidShares, type RefundShare, sumRefundsOfPayment } from '#lib/refunds/repository/refunds.ts'

/** Money that the store gives without having to. The same key gives it once. */
export type Goodwill = {
  orderId: string
  itemId: string
  amountMinor: number
  reason: string
  once: { key: string }
}

/**
 * Gives a buyer money back for delivered eSIMs that stay with them, never more than is left of them. It is spread over the
 * eSIMs of the item, so that a later return pays what is left.
 *
 * `waiting` means that a second person has to agree. Throws `forbidden`, `not_found`, and `conflict` with `reason`:
 * `no_money`, `disputed`, `not_ready`, `too_much` (with `leftMinor`), `own_request`, `changed` for a key that has given something else; `bad_input` for a sum that cannot be paid back.
 */
export async function giveGoodwill(caller: Caller, input: Goodwill): Promise<{ outcome: 'waiting' | 'moved' }> {
  const staff = requirePermission(caller, 'refunds.goodwill')
  const { orderId, itemId, amountMinor, reason } = input
  const item = await db().orderItem.findFirst({
    where: { id: itemId, orderId },
    select: { order: { select: { currency: true } } },
  })
  if (!item) throw new AppError('not_found', 'There is no such line.')
  if (!isChargeable(money(amountMinor, currencyCodeSchema.parse(item.order.currency))))
    throw new AppError('bad_input', 'No payment provider pays such a sum back.', { fields: ['amountMinor'] })
  if (await isGiven(input)) return { outcome: 'moved' }
  // Nobody is asked to agree to what cannot be given.
  requireCaptured(await findPayingPayment(orderId))
  const guarded = {
    orderId,
    act: 'order.goodwill',
    input: { itemId, amountMinor },
    reason,
    permission: 'refunds.goodwill',
  } as const
  const done = await withSecondPerson(staff, guarded, async (settle) => {
    await transaction(async (tx) => {
      await settle(tx)
      await plan(staff, { input, tx })
    })

    return true
  })
  wakeWorker()

  return { outcome: done ? 'moved' : 'waiting' }
}

async function plan(staff: StaffMember, { input, tx }: { input: Goodwill; tx: Tx }): Promise<void> {
  const { orderId, amountMinor, reason } = input
  const found = await findPayingPayment(orderId, tx)
  const payment = found && (await lockPayment(found.id, tx))
  // Asked again at the same time: the other one has given it.
  if (await isGiven(input, tx)) return
  requireCaptured(payment)
  const shares = await sharesOf(input, { payment, tx })
  const requestedBy = actorOf(staff)
  await addRefund({ payment, kind: 'GOODWILL', reason: 'goodwill', requestedBy, shares, key: keyOf(input) }, tx)
  const after = { amountMinor, lineId: input.itemId }
  await recordAudit(
    { actor: requestedBy, role: staff.role, act: 'order.goodwill', subject: orderId, reason, after },
    tx,
  )
  await recordOrderEvent(
    { orderId, itemId: input.itemId, kind: 'goodwill_asked', actor: requestedBy, data: { amountMinor } },
    tx,
  )
}

function requireCaptured(payment: PaymentRow | null): asserts payment is PaymentRow {
  if (payment?.state === 'CAPTURED') return
  const reason = payment?.state === 'DISPUTED' ? 'disputed' : 'no_money'
  throw new AppError('conflict', 'No money is here.', { reason })
}

/** Tells whether this key has given this already. Throws `conflict` where it has given something else. */
async function isGiven(input: Goodwill, client: Tx = db()): Promise<boolean> {
  const former = await client.refund.findUnique({
    where: { key: keyOf(input) },
    select: { amountMinor: true, items: { select: { itemId: true }, take: 1 } },
  })
  if (!former) return false
  if (former.amountMinor !== input.amountMinor || former.items[0]?.itemId !== input.itemId)
    throw new AppError('conflict', 'This key has given something else.', { reason: 'changed' })

  return true
}

async function sharesOf(
  { itemId, amountMinor }: Goodwill,
  { payment, tx }: { payment: PaymentRow; tx: Tx },
): Promise<RefundShare[]> {
  // What is not delivered may still go back as a whole, or in part.
  const item = (await lockItemsOfOrder(payment.orderId, tx)).find(({ id }) => id === itemId)
  if (item?.state !== 'DELIVERED') throw new AppError('conflict', 'The item is not delivered.', { reason: 'not_ready' })
  const esims = await lockCancellable(itemId, tx)
  const unpaid = await listUnpaidShares(
    esims.map((esim) => ({ ...esim, itemId })),
    payment.id,
    tx,
  )
  const rests = unpaid.map((share) => share.amountMinor)
  const ofEsims = rests.reduce((sum, rest) => sum + rest, 0)
  const ofPayment = payment.capturedMinor - (await sumRefundsOfPayment(payment.id, tx))
  const leftMinor = Math.min(ofEsims, ofPayment)
  if (amountMinor > leftMinor) {
    throw new AppError('conflict', 'So much is not left.', { reason: 'too_much', leftMinor })
  }
  const parts = allocate(money(amountMinor, currencyCodeSchema.parse(payment.currency)), rests)

  return esims
    .map(({ id: esimId }, index) => ({ itemId, esimId, amountMinor: parts[index]?.minor ?? 0 }))
    .filter((share) => share.amountMinor > 0)
}

function keyOf({ orderId, once }: Goodwill): string {
  return `goodwill:${orderId}:${once.key}`
}
