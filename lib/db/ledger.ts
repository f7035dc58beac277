import 'server-only'
import type { LedgerOrder } from '#lib/domain/invariants.ts'
import { db } from './client.ts'

/** Every order with its lines, calls, upstream orders, cards and money: what the outside parties' books are held against. */
export async function ledgerOrders(): Promise<LedgerOrder[]> {
  const rows = await db().order.findMany({
    orderBy: { createdAt: 'asc' },
    select: {
      number: true,
      currency: true,
      lines: {
        select: {
          id: true,
          lineRef: true,
          state: true,
          priceMinor: true,
          notCaptured: true,
          quote: { select: { count: true } },
          attempts: { orderBy: { n: 'asc' }, select: { n: true, state: true } },
          upstreamOrders: { select: { orderNum: true, status: true } },
          cards: { select: { iccid: true, priceShareMinor: true, cancelState: true, sealedCode: true } },
        },
      },
      payments: {
        select: {
          id: true,
          objectId: true,
          state: true,
          reason: true,
          capturedMinor: true,
          refundedMinor: true,
        },
      },
    },
  })
  const refunds = await db().refundItem.findMany({
    where: { refund: { state: 'DONE' } },
    select: { lineId: true, amountMinor: true, refund: { select: { paymentId: true } } },
  })
  // The return of single cards leaves their order alive.
  const cancelling = await db().cancelAttempt.findMany({
    where: { items: { none: {} } },
    select: { orderNum: true, state: true },
  })
  const losses = await db().lossEntry.findMany({ select: { evidence: true } })
  const isWrittenOff = new Set(losses.map(({ evidence }) => JSON.stringify(evidence)))

  return rows.map((order) => ({
    ...order,
    lines: order.lines.map(({ quote, cards, upstreamOrders, ...line }) => ({
      ...line,
      count: quote.count,
      cards: cards.map(({ sealedCode, ...card }) => ({ ...card, hasCode: sealedCode !== null })),
      upstreamOrders: upstreamOrders.map((upstream) => ({
        ...upstream,
        isBeingCancelled: cancelling.some(
          ({ orderNum, state }) => orderNum === upstream.orderNum && ['ASKED', 'SENT', 'OPEN'].includes(state),
        ),
        isLoss: [...isWrittenOff].some((evidence) => evidence.includes(`"${upstream.orderNum}"`)),
      })),
      refundedMinor: refunds
        .filter((item) => item.lineId === line.id && isOrdinary(order.payments, item.refund.paymentId))
        .reduce((sum, item) => sum + item.amountMinor, 0),
    })),
  }))
}

function isOrdinary(payments: { id: string; reason: string | null }[], paymentId: string): boolean {
  const payment = payments.find(({ id }) => id === paymentId)

  return payment?.reason !== 'late' && payment?.reason !== 'second'
}
