import { randomUUID } from 'node:crypto'
import { askReturn } from '#lib/cancellations/commands/ask-return.ts'
import type { CardCancelState } from '#lib/cancellations/rules/return-facts.ts'
import { db } from '#lib/core/repository/client.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { eventually } from '#tests/support/patience.ts'
import { order, pay, paymentLedger, type Sale, type Started, workUntil } from '#tests/support/sale.ts'

/** A delivered order with its cards. */
export type Delivered = Started & { cards: { id: string; iccid: string; priceShareMinor: number }[] }

export async function delivered(sale: Sale, count = 1): Promise<Delivered> {
  const started = await order({ count })
  await pay(sale, started)
  await workUntil(started.lineId, ['DELIVERED'])
  const cards = await db().card.findMany({
    where: { lineId: started.lineId },
    orderBy: { position: 'asc' },
    select: { id: true, iccid: true, priceShareMinor: true },
  })

  return { ...started, cards }
}

/** The buyer asks for cards to go back. */
export function giveBack(
  { orderId, caller }: Pick<Delivered, 'orderId' | 'caller'>,
  cards: { id: string }[],
  key: string = randomUUID(),
) {
  const cardIds = cards.map(({ id }) => id)

  return askReturn(caller, { orderId, cardIds, reason: 'test', once: { key, fingerprint: cardIds.join() } })
}

export async function cancelStates(cards: { id: string }[]): Promise<CardCancelState[]> {
  const rows = await db().card.findMany({
    where: { id: { in: cards.map(({ id }) => id) } },
    orderBy: { position: 'asc' },
    select: { cancelState: true },
  })

  return rows.map(({ cancelState }) => cancelState)
}

/** Works until all these cards stand where they should, or fails saying where they stand. */
export async function workUntilCards(cards: { id: string }[], state: CardCancelState): Promise<void> {
  const look = async () => {
    await runUntilIdle()

    return cancelStates(cards)
  }
  await eventually(look, (states) => states.every((found) => found === state))
}

/** The calls that asked for something back, by the books of the upstream. */
export function returnCalls(sale: Sale) {
  return sale.shop.upstream.control.calls({ path: 'refundOrder' })
}

/** What was taken and what went back for an order, by the books of the payment provider. */
export async function moneyOf(sale: Sale, { sessionId }: Started) {
  const { payments, refunds } = await paymentLedger(sale)
  const payment = payments.find((candidate) => candidate.sessionId === sessionId)

  return {
    captured: payment?.captured,
    refunded: payment?.refunded,
    refunds: refunds.filter(({ paymentId }) => paymentId === payment?.id).map(({ amount }) => amount),
  }
}
