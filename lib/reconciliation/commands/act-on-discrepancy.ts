import 'server-only'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { adoptByReference, linkToOrder, linkTopUp } from '#lib/reconciliation/commands/adopt.ts'
import { cancelUnclaimed, openCancellation } from '#lib/reconciliation/commands/cancel-foreign.ts'
import { type ActResult, type Deciding, decide, noteAct, refusal } from '#lib/reconciliation/commands/deciding.ts'
import { acceptStatus, refundCards, refundPayment } from '#lib/reconciliation/commands/give-back.ts'
import { guardAct } from '#lib/reconciliation/commands/guard-act.ts'
import { fetchDetailsAgain, holdLines } from '#lib/reconciliation/commands/hold-lines.ts'
import { lookAgain } from '#lib/reconciliation/commands/look-again.ts'
import { acceptCost, bookAsLoss, claimCost, finishPayment } from '#lib/reconciliation/commands/settle-money.ts'
import { getDiscrepancy, type StoredDiscrepancy } from '#lib/reconciliation/repository/reconciled-discrepancies.ts'
import { actsOf, type DiscrepancyAct, needsReason, permissionFor } from '#lib/reconciliation/rules/reconciled-kinds.ts'

/** What a person wants done about a discrepancy, and why. `orderNumber` is for linking only. */
export type DiscrepancyInput = { id: string; act: DiscrepancyAct; reason: string; orderNumber?: string }

type Handler = (deciding: Deciding) => Promise<ActResult>

const closeByWord: Handler = (deciding) => decide(deciding, async () => 'closed')

const HANDLERS: Record<DiscrepancyAct, Handler> = {
  look_again: askAgain,
  adopt: adoptByReference,
  link: (deciding) => (deciding.discrepancy.kind === 'top_up_elsewhere' ? linkTopUp(deciding) : linkToOrder(deciding)),
  cancel: cancelUnclaimed,
  bought_elsewhere: closeByWord,
  refund: (deciding) =>
    deciding.discrepancy.kind === 'paid_without_line' ? refundPayment(deciding) : refundCards(deciding),
  hold: holdLines,
  accept: (deciding) => accept(deciding),
  open_cancellation: openCancellation,
  claim: claimCost,
  fetch_details: fetchDetailsAgain,
  finish: finishPayment,
  book_loss: bookAsLoss,
  ignore: closeByWord,
}

/**
 * Does one thing about one open finding, with an audit row. What moves money or cards does so in the transaction that
 * closes the discrepancy, so it happens once however often it is asked for.
 *
 * Where it needs a second person, the first one's request is kept (`waiting`). Throws `forbidden` (`over_limit` above the sum
 * of support), `not_found`, `bad_input` for an act that this kind does not have or that lacks its reason, and
 * `conflict` with `reason`: `closed` when somebody was faster, `own_request`, otherwise why it cannot be done.
 */
export async function actOnDiscrepancy(
  caller: Caller,
  input: DiscrepancyInput,
): Promise<{ result: ActResult | 'waiting' }> {
  requirePermission(caller, 'findings.see')
  const discrepancy = await getDiscrepancy(input.id)
  if (!discrepancy) throw new AppError('not_found', 'There is no such finding.')
  const staff = requirePermission(caller, permissionFor(input.act, discrepancy.kind))
  assertOpen(discrepancy)
  const reason = input.reason.trim()
  if (!actsOf(discrepancy.kind).includes(input.act))
    throw new AppError('bad_input', 'A finding of this kind has no such act.')
  if (needsReason(input.act) && reason === '') throw new AppError('bad_input', 'This act needs a reason.')
  const deciding = { discrepancy, act: input.act, reason, staff, orderNumber: input.orderNumber ?? null }

  return { result: await guardAct(deciding, () => HANDLERS[input.act](deciding)) }
}

function assertOpen(discrepancy: StoredDiscrepancy): void {
  if (discrepancy.closedAt !== null) throw refusal('closed')
}

async function askAgain(deciding: Deciding): Promise<ActResult> {
  const look = await lookAgain(deciding.discrepancy)
  const result = look === 'agrees' ? 'closed' : look
  await noteAct(deciding, { result })

  return result
}

/**
 * What accepting means depends on what differs: money moves for cards, the books for costs, nothing for a bare
 * number.
 */
async function accept(deciding: Deciding): Promise<ActResult> {
  const { kind } = deciding.discrepancy
  if (kind === 'status_differs') return acceptStatus(deciding)
  if (kind === 'cost_differs') return acceptCost(deciding)

  return closeByWord(deciding)
}
