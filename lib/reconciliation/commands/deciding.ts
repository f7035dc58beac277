import type { DecisionResult, decideDiscrepancyCall } from '#lib/reconciliation/schema.ts'
import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf } from '#lib/core/rules/caller.ts'
import type { BodyOf } from '#lib/core/rules/contract.ts'
import { type Deciding as DecidingAbout, NothingDone } from '#lib/fulfilment/commands/decide.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'
import { beginComparison, fetchComparedOrder } from '#lib/reconciliation/commands/comparison.ts'
import {
  closeDiscrepancy,
  lockOpenDiscrepancy,
  type StoredDiscrepancy,
} from '#lib/reconciliation/repository/discrepancies.ts'

/** What a person wants done about a discrepancy. `orderNumber` names the order of ours that is linked to. */
export type DiscrepancyInput = { id: string } & BodyOf<typeof decideDiscrepancyCall>

/** A discrepancy that a person decides about. */
export type Deciding = DecidingAbout<{ discrepancy: StoredDiscrepancy }, DiscrepancyInput>

/**
 * Carries a decision out in one transaction, with its audit row: work that moves money or rows, and the discrepancy, which it
 * closes unless it was only asked for. Of two people who decide at once the second gets `conflict` with `reason: closed`,
 * and nothing of theirs happens.
 */
export async function carryOut(
  deciding: Deciding,
  work: (tx: Tx, actor: string) => Promise<void>,
  result: 'closed' | 'asked' = 'closed',
): Promise<DecisionResult> {
  const { discrepancy, input, staff } = deciding
  const by = actorOf(staff)
  await transaction(async (tx) => {
    if (!(await lockOpenDiscrepancy(discrepancy.id, tx))) throw refusal('closed')
    await deciding.settle(tx)
    await work(tx, by)
    const close = { by, resolution: input.act, reason: input.reason }
    if (result === 'closed') await closeDiscrepancy(discrepancy.id, close, tx)
    await recordAction(deciding, { result, tx })
  })

  return result
}

/** Writes an act into the audit trail, and into the history of the order that it is about. */
export async function recordAction(
  { discrepancy, input: { act, reason }, staff }: Deciding,
  { result, tx }: { result: string; tx?: Tx },
): Promise<void> {
  const actor = actorOf(staff)
  const { kind, subject, orderId } = discrepancy
  await recordAudit(
    {
      actor,
      role: staff.role,
      act: 'finding.acted',
      subject: discrepancy.id,
      ...(reason === '' ? {} : { reason }),
      before: { kind, subject },
      after: { act, result },
    },
    tx,
  )
  if (orderId === null || act === 'look_again') return
  await recordOrderEvent({ orderId, kind: 'finding_settled', actor, data: { finding: kind, act, result } }, tx)
}

/** The refusal of an act, for a reason that the page has words for. */
export function refusal(reason: string): AppError {
  return new AppError('conflict', `This cannot be done: ${reason}.`, { reason })
}

/** Reads an order of the network now. `null`: it lists none. Nothing is done when it does not say. */
export async function readNow(orderNum: string): Promise<ProviderOrderRow | null> {
  const row = await fetchComparedOrder(orderNum, await beginComparison({ from: new Date(0), until: new Date() }))
  if (row === undefined) throw new NothingDone('no_answer')

  return row
}
