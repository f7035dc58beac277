import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { HeldFacts } from '#lib/fulfilment/rules/held-acts.ts'
import { type Evidence, getWorkLine, type WorkLine } from '#lib/orders/repository/lines.ts'
import { findPayingPayment, type PaymentRow } from '#lib/payments/repository/payments.ts'

const CANCELLED = 2
const OPEN_CALLS = ['PREPARED', 'SENT', 'UNKNOWN']

/** A line with the payment that is decided about with it. */
export type HeldCase = { line: WorkLine; epoch: number; payment: PaymentRow | null; facts: HeldFacts }

/** Reads a line of an order with everything that the acts on it depend on. `null` when there is none. */
export async function readHeldCase(ids: { orderId: string; lineId: string }): Promise<HeldCase | null> {
  const line = await getWorkLine(ids.lineId)
  if (line?.orderId !== ids.orderId) return null
  const { epoch } = await db().line.findUniqueOrThrow({ where: { id: line.id }, select: { epoch: true } })
  const payment = (await findPayingPayment(line.orderId)) ?? (await findMismatch(line.orderId))

  return { line, epoch, payment, facts: toFacts(line, payment) }
}

/** The payment of an order that is not what was asked for, `null` when there is none. */
export async function findMismatch(orderId: string, client: Tx = db()): Promise<PaymentRow | null> {
  const row = await client.payment.findFirst({
    where: { orderId, reason: 'mismatch' },
    orderBy: { n: 'asc' },
    omit: { leaseOwner: true, leaseUntil: true, nextActionAt: true, epoch: true, updatedAt: true, lastReadAt: true },
  })

  return row
}

/** Tells whether money of an order that a person refused is still on its way back. */
export async function isGivingBack(orderId: string, client: Tx = db()): Promise<boolean> {
  const rows = await client.payment.findMany({
    where: { orderId, reason: 'given_back', state: { in: ['AUTHORISED', 'VOIDING', 'CAPTURED'] } },
    select: { state: true, capturedMinor: true, refundedMinor: true },
  })

  return rows.some((row) => row.state !== 'CAPTURED' || row.refundedMinor < row.capturedMinor)
}

/** The living order of a line at the network, as far as we know. */
export function livingOrderOf(line: WorkLine): WorkLine['providerOrders'][number] | null {
  return line.providerOrders.find(({ status }) => status !== CANCELLED) ?? null
}

/** The network's orders that the evidence of a line names, without those that it has itself. */
export function candidatesOf({ evidence, providerOrders }: Pick<WorkLine, 'evidence' | 'providerOrders'>): string[] {
  const { candidates, orderNums } = toRecord(evidence)
  const listed = Array.isArray(candidates) ? candidates.map((candidate) => toRecord(candidate).orderNum) : []
  const named = Array.isArray(orderNums) ? orderNums : []
  const own = providerOrders.map(({ orderNum }) => orderNum)
  const all = [...listed, ...named].filter((orderNum) => typeof orderNum === 'string')

  return [...new Set(all)].filter((orderNum) => !own.includes(orderNum))
}

/** Stored evidence as a record; anything else is an empty one. */
export function toRecord(value: unknown): Evidence {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Evidence) : {}
}

/** Returns what the acts on a line depend on. */
export function toFacts(line: WorkLine, payment: PaymentRow | null): HeldFacts {
  const living = livingOrderOf(line)
  const { asked, paid } = toRecord(line.evidence)

  return {
    reason: line.reason,
    money: moneyOf(payment),
    isUsableMoney:
      toRecord(asked).currency === toRecord(paid).currency && toRecord(asked).isTest === toRecord(paid).isTest,
    hasLivingOrder: living !== null,
    isLocked: living !== null && living.lockDecisionAt !== null,
    hasOpenCall: line.attempts.some(({ state }) => OPEN_CALLS.includes(state)),
    wasAccepted: line.attempts.some(({ state }) => state === 'ACCEPTED'),
    candidates: candidatesOf(line),
    ordered: line.quote.count,
    esims: line.esims.length,
    codes: line.esims.filter(({ sealedCode }) => sealedCode !== null).length,
    isCancelAsked: line.cancelRequestedAt !== null,
    isTopUp: line.kind === 'RENEWAL',
  }
}

function moneyOf(payment: PaymentRow | null): HeldFacts['money'] {
  if (!payment) return 'none'
  if (payment.state === 'DISPUTED') return 'disputed'
  if (payment.reason === 'mismatch') return 'mismatch'
  if (payment.state === 'CAPTURED') return 'taken'

  return payment.state === 'AUTHORISED' || payment.state === 'CAPTURING' ? 'held' : 'none'
}
