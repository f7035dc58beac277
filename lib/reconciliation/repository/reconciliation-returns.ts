import 'server-only'
import type { CancelRow } from '#lib/cancellations/repository/cancellations.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'

/** Cards of an order that the network has taken back, or lost, without our asking. */
export type ForeignReturn = {
  orderNum: string
  itemId: string
  esims: { id: string; iccid: string }[]
  status: number | null
  reason: string
  requestedBy: string
}

/**
 * Writes down as a return that is proven already what happened at the network without us. `null` when one of the eSIMs
 * is on its way back by a request of ours. Needs the locks of payment, lines and order.
 */
export async function addForeignReturn(input: ForeignReturn, tx: Tx): Promise<CancelRow | null> {
  const { orderNum, itemId, esims, reason, requestedBy, status } = input
  const { count } = await tx.esim.updateMany({
    where: { id: { in: esims.map(({ id }) => id) }, cancelState: { in: ['NONE', 'REFUSED'] } },
    data: { cancelState: 'ASKED' },
  })
  if (count !== esims.length) return null
  const now = new Date()
  const items = esims.map(({ id, iccid }) => ({ esimId: id, iccid }))
  const row = {
    id: newId('can'),
    orderNum,
    itemId,
    state: 'CONFIRMED',
    reason,
    requestedBy,
    answer: { iccids: esims.map(({ iccid }) => iccid) },
    outcome: { status, class: 'FOREIGN' },
    looks: 0,
    askedAt: now,
    sentAt: null,
  } as const
  const { items: _, ...data } = { ...row, items }
  await tx.cancelAttempt.create({
    data: { ...data, answer: { ...row.answer }, endedAt: now, items: { create: items } },
    select: { id: true },
  })

  return { ...row, items }
}

/** Asks for a whole order once more that the network lists as living although its return was proven. Due at once. */
export async function addRepeatedCancellation(
  input: { orderNum: string; itemId: string; iccids: string[]; reason: string; requestedBy: string },
  tx: Tx,
): Promise<boolean> {
  const { iccids, ...facts } = input
  const { count } = await tx.cancelAttempt.createMany({
    data: [{ id: newId('can'), ...facts, answer: { iccids }, nextActionAt: new Date(0) }],
    skipDuplicates: true,
  })

  return count === 1
}

/** The eSIMs of an order of ours that did not go back, with what stands about the item they are of. */
export async function readReturnableOrder(orderNum: string, tx: Tx) {
  return tx.providerOrder.findUnique({
    where: { orderNum },
    select: {
      orderNum: true,
      itemId: true,
      cost: true,
      costCurrency: true,
      item: { select: { state: true, orderId: true } },
      esims: {
        where: { cancelState: { notIn: ['CONFIRMED', 'MONEY_DUE', 'MONEY_BACK'] } },
        orderBy: { position: 'asc' },
        select: { id: true, iccid: true, cancelState: true, itemId: true },
      },
    },
  })
}

/** Keeps the cost that the network charges now. Returns the one that stood before, as exact text. */
export async function correctCost(orderNum: string, cost: string, tx: Tx): Promise<string | null> {
  const row = await tx.providerOrder.findUniqueOrThrow({ where: { orderNum }, select: { cost: true } })
  await tx.providerOrder.update({ where: { orderNum }, data: { cost }, select: { orderNum: true } })

  return row.cost === null ? null : row.cost.toFixed()
}
