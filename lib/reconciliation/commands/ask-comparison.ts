import 'server-only'
import { log } from '#lib/core/log.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { runComparisons } from '#lib/reconciliation/commands/run-comparison.ts'
import { addRun } from '#lib/reconciliation/repository/reconciliation-runs.ts'

const DAY_MS = 86_400_000
const LONGEST_DAYS = 366

/**
 * Asks for a comparison of any window, however long ago, and returns at once; it is carried out after the one that runs
 * now, also when this process dies. Throws `forbidden`, and `bad_input` for a window that is empty, longer than a year
 * or lies ahead.
 */
export async function askComparison(caller: Caller, window: { from: Date; until: Date }): Promise<{ runId: string }> {
  const staff = requirePermission(caller, 'findings.settle')
  const { from } = window
  const until = new Date(Math.min(window.until.getTime(), Date.now()))
  const days = (until.getTime() - from.getTime()) / DAY_MS
  if (!(days > 0) || days > LONGEST_DAYS) throw new AppError('bad_input', 'This window cannot be compared.')
  const actor = actorOf(staff)
  const runId = await addRun({ trigger: `staff:${staff.staffId}`, from, until })
  const after = { from: from.toISOString(), until: until.toISOString() }
  await recordAudit({ actor, role: staff.role, act: 'reconciliation.asked', subject: runId, after })
  runComparisons().catch((error: unknown) => log.error('comparison not started', { error }))

  return { runId }
}
