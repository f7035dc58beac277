import 'server-only'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import type { Lease } from '#lib/core/repository/leases.ts'
import type { Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { type Evidence, type Move, stepLine, type WorkLine } from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { ExitReason, HoldReason } from '#lib/orders/rules/line-reasons.ts'

/** Why a line leaves the ordinary way, from which state, and what a person will want to see. */
type Exit<Reason> = { from: Move['from']; reason: Reason; evidence?: Evidence }

/** Gives a line to a person, with its evidence, and tells the buyer that somebody is looking. */
export async function holdLine(line: WorkLine, lease: Lease, exit: Exit<HoldReason>): Promise<Next> {
  return transaction((tx) => holdLineIn(line, { lease, exit, tx }))
}

/** As `holdLine`, inside a transaction that has more to say. Throws `LeaseLost` when the line is not ours. */
export async function holdLineIn(
  line: WorkLine,
  { lease, exit, tx }: { lease: Lease; exit: Exit<HoldReason>; tx: Tx },
): Promise<Next> {
  const { orderId } = line
  const changes = { reason: exit.reason, ...(exit.evidence ? { evidence: exit.evidence } : {}) }
  await stepLine(lease, { from: exit.from, to: 'HELD', changes }, tx)
  await recordOrderEvent({ orderId, lineId: line.id, kind: 'held', data: { reason: exit.reason } }, tx)
  await queueMail(tx, {
    kind: 'order_problem',
    orderId,
    dedupeKey: `problem:${line.id}:${exit.reason}`,
    payload: { situation: 'with_team' },
  })

  return null
}

/** Sends the money of a line back: nothing was bought for it, and nothing will be. */
export async function giveUpLine(line: WorkLine, lease: Lease, exit: Exit<ExitReason>): Promise<Next> {
  return transaction((tx) => giveUpLineIn(line, { lease, exit, tx }))
}

/** As `giveUpLine`, inside a transaction that has more to say. Throws `LeaseLost` when the line is not ours. */
export async function giveUpLineIn(
  line: WorkLine,
  { lease, exit, tx }: { lease: Lease; exit: Exit<ExitReason>; tx: Tx },
): Promise<Next> {
  const { orderId } = line
  const changes = { reason: exit.reason, ...(exit.evidence ? { evidence: exit.evidence } : {}) }
  await stepLine(lease, { from: exit.from, to: 'REFUND_DUE', changes }, tx)
  await recordOrderEvent({ orderId, lineId: line.id, kind: 'not_placed', data: { reason: exit.reason } }, tx)
  const mail = { kind: 'order_not_placed', dedupeKey: `not_placed:${line.id}`, payload: { lineId: line.id } } as const
  await queueMail(tx, { ...mail, orderId })

  return 'again'
}
