import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import { isReturned } from '#lib/core/rules/payment-method.ts'
import type { LedgerOrder } from '#lib/operations/rules/invariants.ts'

/** Every order with its items, calls, provider orders, eSIMs and money: what the outside parties' books are held against. */
export async function ledgerOrders(): Promise<LedgerOrder[]> {
  const orders: LedgerOrder[] = []
  for await (const batch of ledgerBatches()) orders.push(...batch)

  return orders
}

const BATCH = 500

/** The same, some orders at a time and the oldest first: what is needed of a store of any size fits into memory. */
export async function* ledgerBatches(): AsyncGenerator<LedgerOrder[]> {
  const writtenOff = await readWrittenOff()
  for (let after: Place | null = null; ; ) {
    const rows: OrderRow[] = await readOrders(after)
    if (rows.length > 0) yield await toLedger(rows, writtenOff)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = { createdAt: last.createdAt, id: last.id }
  }
}

type Place = { createdAt: Date; id: string }
type OrderRow = Awaited<ReturnType<typeof readOrders>>[number]

async function readOrders(after: Place | null) {
  // By the instant alone first: that is what the index can look up.
  const behind = after && {
    createdAt: { gte: after.createdAt },
    OR: [{ createdAt: { gt: after.createdAt } }, { id: { gt: after.id } }],
  }

  return db().order.findMany({
    ...(behind ? { where: behind } : {}),
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: BATCH,
    select: {
      id: true,
      createdAt: true,
      number: true,
      currency: true,
      items: {
        select: {
          id: true,
          itemRef: true,
          kind: true,
          state: true,
          priceMinor: true,
          notCaptured: true,
          evidence: true,
          quote: { select: { count: true } },
          attempts: { orderBy: { n: 'asc' }, select: { n: true, state: true } },
          providerOrders: { select: { orderNum: true, status: true } },
          esims: {
            select: {
              id: true,
              iccid: true,
              priceShareMinor: true,
              cancelState: true,
              sealedCode: true,
              codeRemovedAt: true,
            },
          },
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
          refunds: {
            where: { items: { none: {} }, state: { not: 'DONE' } },
            select: { id: true, state: true, amountMinor: true },
          },
        },
      },
    },
  })
}

/** Every word in the evidence of a written-off loss: an order of the network that stands among them is one. */
async function readWrittenOff(): Promise<Set<string>> {
  const losses = await db().lossEntry.findMany({ select: { evidence: true } })

  return new Set(losses.flatMap(({ evidence }) => JSON.stringify(evidence).match(/(?<=")[^"]*(?=")/g) ?? []))
}

async function toLedger(rows: OrderRow[], writtenOff: ReadonlySet<string>): Promise<LedgerOrder[]> {
  const items = rows.flatMap((order) => order.items)
  const found = await db().refundItem.findMany({
    where: { refund: { state: 'DONE' }, itemId: { in: items.map(({ id }) => id) } },
    select: { itemId: true, esimId: true, amountMinor: true, refund: { select: { paymentId: true, kind: true } } },
  })
  const refunds = Map.groupBy(found, ({ itemId }) => itemId)
  // The return of single eSIMs leaves their order alive.
  const cancelling = await db().cancelAttempt.findMany({
    where: {
      items: { none: {} },
      state: { in: ['ASKED', 'SENT', 'OPEN'] },
      orderNum: { in: items.flatMap(({ providerOrders }) => providerOrders.map(({ orderNum }) => orderNum)) },
    },
    select: { orderNum: true },
  })
  // A refused refund keeps its state for good: the money of one that is settled is in another row.
  const refused = rows
    .flatMap(({ payments }) => payments.flatMap((payment) => payment.refunds))
    .filter(({ state }) => state === 'REFUSED')
  const unsettled = await db().discrepancy.findMany({
    where: { kind: 'refund_refused', closedAt: null, subject: { in: refused.map(({ id }) => id) } },
    select: { subject: true },
  })
  const open = new Set(unsettled.map(({ subject }) => subject))
  const beingCancelled = new Set(cancelling.map(({ orderNum }) => orderNum))

  return rows.map(({ id: _id, createdAt: _createdAt, ...order }) => ({
    ...order,
    payments: order.payments.map(({ refunds: overpaid, ...payment }) => ({
      ...payment,
      overpaidMinor: sumOf(overpaid.filter(({ id, state }) => state !== 'REFUSED' || open.has(id))),
    })),
    items: order.items.map(({ quote, esims, providerOrders, evidence, ...item }) => {
      const items = refunds.get(item.id) ?? []
      const ordinary = items.filter(({ refund }) => isOrdinary(order.payments, refund.paymentId))

      return {
        ...item,
        count: quote.count,
        acceptedCount: acceptedCountOf(evidence),
        wholeRefundedMinor: sumOf(ordinary.filter(({ esimId }) => esimId === null)),
        esims: esims.map(({ sealedCode, codeRemovedAt, id, ...esim }) => ({
          ...esim,
          hasCode: sealedCode !== null || codeRemovedAt !== null,
          goodwillMinor: sumOf(items.filter((item) => item.esimId === id && item.refund.kind === 'GOODWILL')),
        })),
        providerOrders: providerOrders.map((provider) => ({
          ...provider,
          isBeingCancelled: beingCancelled.has(provider.orderNum),
          isLoss: writtenOff.has(provider.orderNum),
        })),
        refundedMinor: sumOf(ordinary),
      }
    }),
  }))
}

function isOrdinary(payments: { id: string; reason: string | null }[], paymentId: string): boolean {
  const payment = payments.find(({ id }) => id === paymentId)

  return !isReturned(payment?.reason ?? null)
}

function acceptedCountOf(evidence: unknown): number | null {
  const isRecord = typeof evidence === 'object' && evidence !== null && 'acceptedCount' in evidence

  return isRecord && typeof evidence.acceptedCount === 'number' ? evidence.acceptedCount : null
}

function sumOf(rows: { amountMinor: number }[]): number {
  return rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}
