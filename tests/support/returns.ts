import { randomUUID } from 'node:crypto'
import { askReturn } from '#lib/cancellations/commands/request-cancellation.ts'
import type { EsimCancelState } from '#lib/cancellations/rules/return-facts.ts'
import { db } from '#lib/core/repository/client.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { eventually } from '#tests/support/patience.ts'
import { order, pay, paymentLedger, type Sale, type Started, workUntil } from '#tests/support/sale.ts'

/** A delivered order with its eSIMs. */
export type Delivered = Started & { esims: { id: string; iccid: string; priceShareMinor: number }[] }

export async function delivered(sale: Sale, count = 1): Promise<Delivered> {
  const started = await order({ count })
  await pay(sale, started)
  await workUntil(started.itemId, ['DELIVERED'])
  const esims = await db().esim.findMany({
    where: { itemId: started.itemId },
    orderBy: { position: 'asc' },
    select: { id: true, iccid: true, priceShareMinor: true },
  })

  return { ...started, esims }
}

/** The buyer asks for eSIMs to go back. */
export function giveBack(
  { orderId, caller }: Pick<Delivered, 'orderId' | 'caller'>,
  esims: { id: string }[],
  key: string = randomUUID(),
) {
  const esimIds = esims.map(({ id }) => id)

  return askReturn(caller, { orderId, esimIds, reason: 'test', once: { key, fingerprint: esimIds.join() } })
}

export async function cancelStates(esims: { id: string }[]): Promise<EsimCancelState[]> {
  const rows = await db().esim.findMany({
    where: { id: { in: esims.map(({ id }) => id) } },
    orderBy: { position: 'asc' },
    select: { cancelState: true },
  })

  return rows.map(({ cancelState }) => cancelState)
}

/** Works until all these eSIMs stand where they should, or fails saying where they stand. */
export async function workUntilEsims(esims: { id: string }[], state: EsimCancelState): Promise<void> {
  const look = async () => {
    await runUntilIdle()

    return cancelStates(esims)
  }
  await eventually(look, (states) => states.every((found) => found === state))
}

/** The calls that asked for something back, by the books of the provider. */
export function returnCalls(sale: Sale) {
  return sale.shop.provider.control.calls({ path: 'refundOrder' })
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
