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
          kind: true,
          state: true,
          priceMinor: true,
          notCaptured: true,
          evidence: true,
          quote: { select: { count: true } },
          attempts: { orderBy: { n: 'asc' }, select: { n: true, state: true } },
          upstreamOrders: { select: { orderNum: true, status: true } },
          cards: { select: { id: true, iccid: true, priceShareMinor: true, cancelState: true, sealedCode: true } },
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
          refunds: { where: { items: { none: {} }, state: { not: 'DONE' } }, select: { amountMinor: true } },
        },
      },
    },
  })
  const refunds = await db().refundItem.findMany({
    where: { refund: { state: 'DONE' } },
    select: { lineId: true, cardId: true, amountMinor: true, refund: { select: { paymentId: true, kind: true } } },
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
    payments: order.payments.map(({ refunds: surplus, ...payment }) => ({ ...payment, overpaidMinor: sumOf(surplus) })),
    lines: order.lines.map(({ quote, cards, upstreamOrders, evidence, ...line }) => ({
      ...line,
      count: quote.count,
      acceptedCount: acceptedCountOf(evidence),
      wholeRefundedMinor: sumOf(
        refunds.filter(
          (item) =>
            item.lineId === line.id && item.cardId === null && isOrdinary(order.payments, item.refund.paymentId),
        ),
      ),
      cards: cards.map(({ sealedCode, id, ...card }) => ({
        ...card,
        hasCode: sealedCode !== null,
        goodwillMinor: sumOf(refunds.filter((item) => item.cardId === id && item.refund.kind === 'GOODWILL')),
      })),
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

  return !['late', 'second', 'given_back'].includes(payment?.reason ?? '')
}

function acceptedCountOf(evidence: unknown): number | null {
  const isRecord = typeof evidence === 'object' && evidence !== null && 'acceptedCount' in evidence

  return isRecord && typeof evidence.acceptedCount === 'number' ? evidence.acceptedCount : null
}

function sumOf(rows: { amountMinor: number }[]): number {
  return rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}
