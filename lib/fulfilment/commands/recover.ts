import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { log } from '#lib/core/log.ts'
import { withLock } from '#lib/core/repository/advisory-lock.ts'
import { reapplyErasures } from '#lib/fulfilment/commands/recover-erasures.ts'
import { lookUpLines } from '#lib/fulfilment/commands/recover-lines.ts'
import { readPaymentsAgain } from '#lib/fulfilment/commands/recover-payments.ts'
import { findUnknownOrders } from '#lib/fulfilment/commands/recover-upstream.ts'
import { endRecovery, noteRecovery, type RecoveryState, recoveryState } from '#lib/fulfilment/repository/recovery.ts'
import { RECOVERY_STEPS, type RecoveryCounts, type RecoveryStep } from '#lib/fulfilment/rules/recovery.ts'
import { isUpstreamFailure } from '#lib/provider/rules/upstream-failure.ts'

const HOUR_MS = 3_600_000
const WINDOW_MS = 72 * HOUR_MS
// A session that was open at the backup may have been paid after it.
const BEFORE_LOSS_MS = 2 * HOUR_MS

/** One pass of a recovery: from when on it asks, and the upstream orders that turned out to belong to lines. */
export type RecoveryPass = { from: Date; assigned: Set<string> }

// The order matters: money is known before lines are judged, and lines before an upstream order is called unknown.
const STEPS: { [Step in RecoveryStep]: (pass: RecoveryPass) => Promise<RecoveryCounts<Step>> } = {
  erasures: reapplyErasures,
  payments: readPaymentsAgain,
  lines: lookUpLines,
  orders: findUnknownOrders,
}

/**
 * Asks both outside parties what happened since the database was young, and opens the store again when all is answered.
 *
 * Safe to run twice and to be killed at any point; a party that does not answer leaves the mode on. Places nothing and
 * begins no payment. Returns what is still open, `null` when the store is back in ordinary times.
 */
export async function recover(): Promise<RecoveryState | null> {
  const state = await recoveryState()
  if (!state) return null
  await withLock('recovery', () => runPass({ from: windowStart(state), assigned: new Set() }))

  return recoveryState()
}

async function runPass(pass: RecoveryPass): Promise<void> {
  for (const step of RECOVERY_STEPS) {
    try {
      const counts = await STEPS[step](pass)
      await noteRecovery({ step, counts })
      log.info('recovery step done', { kind: step, count: Object.values(counts).reduce((a, b) => a + b, 0) })
    } catch (error) {
      await noteRecovery({ error: `${step}: ${nameOf(error)}` })
      log.error('recovery step failed', { kind: step, error })

      return
    }
  }
  await endRecovery()
  log.warn('recovery ended')
  wakeWorker()
}

function windowStart({ since, lostSince }: RecoveryState): Date {
  const lost = lostSince ? lostSince.getTime() - BEFORE_LOSS_MS : Number.POSITIVE_INFINITY

  return new Date(Math.min(since.getTime() - WINDOW_MS, lost))
}

/** What a person may read: the kind of a failure, never what an outside party wrote. */
function nameOf(error: unknown): string {
  if (isUpstreamFailure(error)) return `upstream ${error.kind}`

  return error instanceof Error ? error.name : 'unknown'
}
