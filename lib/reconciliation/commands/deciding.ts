import type { DecisionResult } from '#lib/reconciliation/schema.ts'
import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type StaffMember } from '#lib/core/rules/caller.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import type { ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'
import { beginComparison, fetchComparedOrder } from '#lib/reconciliation/commands/comparison.ts'
import {
  closeDiscrepancy,
  lockOpenDiscrepancy,
  type StoredDiscrepancy,
} from '#lib/reconciliation/repository/discrepancies.ts'
import type { DiscrepancyAction } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

/**
 * A discrepancy that a person decides about. `orderNumber` names the order of ours that an unclaimed order is linked
 * to.
 */
export type Deciding = {
  discrepancy: StoredDiscrepancy
  act: DiscrepancyAction
  reason: string
  staff: StaffMember
  orderNumber: string | null
}

/**
 * Carries a decision out in one transaction, with its audit row: work that moves money or rows, and the discrepancy with it.
 * Of two people who decide at once the second gets `conflict` with `reason: closed`, and nothing of theirs happens.
 */
export async function decide(
  deciding: Deciding,
  work: (tx: Tx, actor: string) => Promise<DecisionResult>,
): Promise<DecisionResult> {
  const { discrepancy, act, reason, staff } = deciding
  const actor = actorOf(staff)

  return transaction(async (tx) => {
    if (!(await lockOpenDiscrepancy(discrepancy.id, tx))) throw refusal('closed')
    const result = await work(tx, actor)
    if (result === 'closed') await closeDiscrepancy(discrepancy.id, { by: actor, resolution: act, reason }, tx)
    await recordAction(deciding, { result, tx })

    return result
  })
}

/** Writes an act into the audit trail, and into the history of the order that it is about. */
export async function recordAction(
  { discrepancy, act, reason, staff }: Deciding,
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

/** Reads an order of the network now. `null`: it lists none; `no_answer`: nobody said. */
export async function readNow(orderNum: string): Promise<ProviderOrderRow | null | 'no_answer'> {
  try {
    const row = await fetchComparedOrder(orderNum, await beginComparison({ from: new Date(0), until: new Date() }))

    return row === undefined ? 'no_answer' : row
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return 'no_answer'
  }
}
