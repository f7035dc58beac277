import { requestCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { runCancellation } from '#lib/checkout/commands/cancel-order.ts'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { db } from '#lib/core/repository/client.ts'
import { claimOne, type Lease, type QueueTable } from '#lib/core/repository/leases.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { runItem } from '#lib/fulfilment/commands/fulfil-item/run-item.ts'
import { claimer } from '#lib/fulfilment/commands/with-lease.ts'
import { sendMail } from '#lib/mail/worker/send-mail.ts'
import { markTransferReceived } from '#lib/payments/commands/mark-transfer-received.ts'
import { runPayment } from '#lib/payments/commands/settle-payment.ts'
import { runRefund } from '#lib/refunds/commands/refund.ts'
import { checkoutInput } from '#tests/support/quotes.ts'
import { guestOf } from '#tests/support/sale.ts'

/**
 * Sales that pass all the places where a process may die: held money, money taken first, both ways back, an order call
 * whose answer is lost, a plan put on an eSIM, and the mails of a sale.
 */
export const FLOWS = ['hold', 'transfer', 'void', 'transfer_back', 'return', 'lost', 'top_up', 'mail'] as const

/** `esimOrderId` is the order whose card gets the plan of a top-up. */
export type FlowInput = {
  flow: (typeof FLOWS)[number]
  quoteId: string
  key: string
  email: string
  esimOrderId?: string
}

/** What a flow has made so far. */
export type Played = { orderId: string; itemId: string; itemRef: string; paymentId: string }

const STAFF: StaffMember = { kind: 'staff', staffId: 'stf_1', role: 'owner', name: 'O', email: 'o@example.com' }
const ENDED = ['DELIVERED', 'REFUNDED', 'CANCELLED', 'EXPIRED', 'HELD']

/**
 * Plays a sale from the order to its end, with its buyer, its staff and a worker of its own. Whatever was done before is
 * not done twice: a process that died is followed by another that plays the same.
 */
export async function playFlow(
  input: FlowInput,
  {
    patienceMs,
    afterPaying = async () => {},
  }: { patienceMs: number; afterPaying?: (sessionId: string) => Promise<void> },
): Promise<Played> {
  const { flow, quoteId, key, email, esimOrderId } = input
  const method = flow.startsWith('transfer') ? 'bank_transfer' : 'test'
  const wanted = checkoutInput([quoteId], { email, once: { key, fingerprint: 'f' }, method })
  const started = await startOrder(esimOrderId ? guestOf(esimOrderId) : { kind: 'anonymous' }, wanted)
  const { orderId } = started
  const item = await db().orderItem.findFirstOrThrow({ where: { orderId }, select: { id: true, itemRef: true } })
  const payment = await db().payment.findFirstOrThrow({ where: { orderId } })
  const played = { orderId, itemId: item.id, itemRef: item.itemRef, paymentId: payment.id }
  if (flow === 'void' || flow === 'transfer_back') {
    // As if the buyer had asked at the moment of paying: before that there is nothing to take back.
    await db().orderItem.updateMany({
      where: { id: item.id, cancelRequestedAt: null },
      data: { cancelRequestedAt: new Date() },
    })
  }
  if (flow.startsWith('transfer')) {
    const { amountMinor, currency } = payment
    await markTransferReceived(STAFF, { paymentId: payment.id, amountMinor, currency })
  } else if (payment.state === 'OPEN') {
    await payAtProvider(payment.sessionId ?? '')
    await afterPaying(payment.sessionId ?? '')
  }
  await workOn(played, { patienceMs, isDone: async () => ENDED.includes(await stateOf(item.id)) })
  if (flow === 'return') await giveAllBack(played, key, patienceMs)
  // Writing a mail takes a process of its own kind: only the one that plays this flow does it.
  if (flow === 'mail') {
    await workOn(played, { patienceMs, tables: ['Outbox'], isDone: async () => (await countUnsent(orderId)) === 0 })
  }

  return played
}

/** Paying twice is refused by the provider; the first time counts. */
async function payAtProvider(sessionId: string): Promise<void> {
  const { TEST_PAYMENTS_URL } = process.env
  await fetch(`${TEST_PAYMENTS_URL}/_control/sessions/${sessionId}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
}

async function giveAllBack(played: Played, key: string, patienceMs: number): Promise<void> {
  const { orderId, itemId } = played
  const esims = await db().esim.findMany({ where: { itemId }, orderBy: { position: 'asc' }, select: { id: true } })
  const esimIds = esims.map(({ id }) => id)
  const once = { key: `${key}-back`, fingerprint: esimIds.join() }
  await requestCancellation(guestOf(orderId), { orderId, esimIds, reason: 'test', once })
  const isDone = async () => {
    const open = await db().esim.count({ where: { itemId, cancelState: { not: 'MONEY_BACK' } } })

    // A call that nobody knows to have left is never repeated: after an hour a person decides.
    return open === 0 || (await db().cancelAttempt.count({ where: { itemId, state: 'HELD' } })) > 0
  }
  await workOn(played, { patienceMs, isDone })
}

function countUnsent(orderId: string): Promise<number> {
  return db().outbox.count({ where: { orderId, state: 'DUE' } })
}

const RUNS: Partial<Record<QueueTable, (lease: Lease) => Promise<void>>> = {
  Payment: runPayment,
  Line: runItem,
  Refund: runRefund,
  CancelAttempt: runCancellation,
  Outbox: sendMail,
}

type Working = { patienceMs: number; isDone: () => Promise<boolean>; tables?: QueueTable[] }

const MONEY_TABLES: QueueTable[] = ['Payment', 'Line', 'Refund', 'CancelAttempt']

/** Works on the rows of one order only, so that many of these can die beside each other. */
export async function workOn(played: Played, { patienceMs, isDone, tables = MONEY_TABLES }: Working): Promise<void> {
  const until = Date.now() + patienceMs
  while (!(await isDone())) {
    if (Date.now() > until) throw new Error(`The line stands in ${await stateOf(played.itemId)}.`)
    const due = (await dueRows(played)).filter(({ table }) => tables.includes(table))
    for (const { table, id } of due) {
      const lease = await claimOne(table, { ...claimer(), id })
      if (lease) await RUNS[table]?.(lease)
    }
    if (due.length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function dueRows({ orderId }: Played): Promise<{ table: QueueTable; id: string }[]> {
  return db().$queryRaw`
    SELECT "table", "id" FROM (
      SELECT 'Payment' AS "table", "id", "nextActionAt", "leaseUntil" FROM "Payment" WHERE "orderId" = ${orderId}
      UNION ALL SELECT 'Line', "id", "nextActionAt", "leaseUntil" FROM "Line" WHERE "orderId" = ${orderId}
      UNION ALL SELECT 'Refund', r."id", r."nextActionAt", r."leaseUntil"
        FROM "Refund" r JOIN "Payment" p ON p."id" = r."paymentId" WHERE p."orderId" = ${orderId}
      UNION ALL SELECT 'CancelAttempt', c."id", c."nextActionAt", c."leaseUntil"
        FROM "CancelAttempt" c JOIN "Line" l ON l."id" = c."lineId" WHERE l."orderId" = ${orderId}
      UNION ALL SELECT 'Outbox', "id", "nextActionAt", "leaseUntil" FROM "Outbox" WHERE "orderId" = ${orderId}
    ) AS "row"
    WHERE "nextActionAt" <= clock_timestamp() AND ("leaseUntil" IS NULL OR "leaseUntil" < clock_timestamp())`
}

/** The time of a dead worker's leases passes: its rows and its place at the provider are free. */
export async function endLeases({ orderId, itemId }: Played): Promise<void> {
  const free = { leaseOwner: null, leaseUntil: null, nextActionAt: new Date(0) }
  const leased = { leaseOwner: { not: null } }
  await db().payment.updateMany({ where: { orderId, ...leased }, data: free })
  await db().orderItem.updateMany({ where: { orderId, ...leased }, data: free })
  await db().refund.updateMany({ where: { payment: { orderId }, ...leased }, data: free })
  await db().cancelAttempt.updateMany({ where: { itemId, ...leased }, data: free })
  await db().outbox.updateMany({ where: { orderId, ...leased }, data: free })
  await db().slot.updateMany({ where: { owner: itemId }, data: { owner: null, until: null } })
}

async function stateOf(itemId: string): Promise<string> {
  return (await db().orderItem.findUniqueOrThrow({ where: { id: itemId }, select: { state: true } })).state
}
