import 'server-only'
import { env } from '#lib/core/env.ts'
import { db } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { compareDecimals } from '#lib/core/rules/decimal.ts'
import { requireWithinLimit, supportLimit } from '#lib/orders/commands/support-limit.ts'
import { withSecondPerson } from '#lib/orders/commands/with-second-person.ts'
import type { ActResult, Deciding } from '#lib/reconciliation/commands/deciding.ts'
import { toDecimal } from '#lib/reconciliation/repository/reconciled-discrepancies.ts'
import { toMainUnits } from '#lib/reconciliation/repository/reconciliation-orders.ts'
import { isByWord, permissionFor, secondRule } from '#lib/reconciliation/rules/reconciled-kinds.ts'

/** An act that came to nothing: two persons have agreed, and may try again. */
class NothingDone extends Error {
  readonly result: ActResult

  constructor(result: ActResult) {
    super(result)
    this.result = result
  }
}

/**
 * Runs an act on a discrepancy within the same limits as the acts of an order: support up to its sum, and two persons where
 * money leaves on somebody's word. `waiting`: a second person has to ask for the same.
 *
 * Throws `forbidden` with `over_limit`, and `conflict` with `own_request`.
 */
export async function guardAct(deciding: Deciding, run: () => Promise<ActResult>): Promise<ActResult | 'waiting'> {
  const { discrepancy, act, reason, staff } = deciding
  await requireSum(deciding)
  if (!(await needsSecond(deciding))) return run()
  const orderId = discrepancy.orderId ?? discrepancy.id
  const permission = permissionFor(act, discrepancy.kind)
  const guarded = { orderId, act: `finding.${act}`, input: { finding: discrepancy.id }, reason, permission }
  try {
    return (await withSecondPerson(staff, guarded, () => mustDo(run))) ?? 'waiting'
  } catch (error) {
    if (error instanceof NothingDone) return error.result
    throw error
  }
}

async function mustDo(run: () => Promise<ActResult>): Promise<ActResult> {
  const result = await run()
  if (result === 'no_answer' || result === 'differs') throw new NothingDone(result)

  return result
}

/** Support gives cards back and closes cases by word up to its sum, here as on the page of an order. */
async function requireSum({ discrepancy, act, staff }: Deciding): Promise<void> {
  if (staff.role !== 'support') return
  if (act === 'open_cancellation') {
    const order = await db().upstreamOrder.findUnique({
      where: { orderNum: discrepancy.subject },
      select: { line: { select: { priceMinor: true } } },
    })
    if (order) await requireWithinLimit(staff, order.line.priceMinor)
  }
  if (!isByWord(act) || !(await isAboveSum(discrepancy))) return
  const limitMinor = await supportLimit()
  throw new AppError('forbidden', 'This sum is above the limit of support.', { reason: 'over_limit', limitMinor })
}

async function needsSecond({ discrepancy, act }: Deciding): Promise<boolean> {
  const rule = secondRule(act, discrepancy.kind)

  return rule === 'always' || (rule === 'above_sum' && (await isAboveSum(discrepancy)))
}

type Risk = Pick<Deciding['discrepancy'], 'riskAmount' | 'riskCurrency'>

/** What cannot be compared with the sum, because it is in another currency, counts as above it. */
async function isAboveSum({ riskAmount, riskCurrency }: Risk): Promise<boolean> {
  if (riskAmount === null) return false
  if (riskCurrency !== env.STORE_CURRENCY) return true
  const limit = toMainUnits(await supportLimit(), env.STORE_CURRENCY)

  return compareDecimals(toDecimal(riskAmount), limit) > 0
}
