import 'server-only'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { type RecoveryState, recoveryState } from '#lib/fulfilment/repository/recovery.ts'
import { RECOVERY_COUNTS, RECOVERY_STEPS, type RecoveryStep } from '#lib/fulfilment/rules/recovery.ts'

/** Reads how far the recovery of a restored store is, `null` in ordinary times. Throws `forbidden`. */
export async function readRecovery(caller: Caller) {
  requirePermission(caller, 'orders.see')
  const state = await recoveryState()
  if (!state) return null
  const { reason, since, lostSince, lastTryAt, lastError } = state

  return {
    reason,
    since,
    lostSince,
    steps: RECOVERY_STEPS.map((step) => toStep(step, state)),
    lastTryAt,
    fault: lastError === null ? null : toFault(lastError),
  }
}

function toStep(step: RecoveryStep, { steps }: RecoveryState) {
  const done = steps[step]
  const counts = RECOVERY_COUNTS[step].map((key) => ({ key, count: done?.counts[key] ?? 0 }))

  return { step, doneAt: done?.at ?? null, counts: done ? counts.filter(({ count }) => count > 0) : [] }
}

/** The note of a failed try: `payments: provider timeout`, or the name of an error of our own. */
function toFault(note: string) {
  const [step = '', problem = ''] = note.split(': ')
  const kind = /^upstream (\w+)$/.exec(problem)?.[1]

  return { step, kind: kind ?? 'unexpected_error' }
}

/** What staff see of a recovery: its steps in their order, done or not, and why the last try ended. */
export type RecoveryView = NonNullable<Awaited<ReturnType<typeof readRecovery>>>
