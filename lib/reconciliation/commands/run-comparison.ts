import 'server-only'
import { allRows, eachRow } from '#lib/core/commands/each-row.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { withLock } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { isRecovering } from '#lib/fulfilment/repository/recovery.ts'
import { PaymentError } from '#lib/payments/providers/index.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { checkAgain, closeIfAgreed } from '#lib/reconciliation/commands/check-again.ts'
import { compareNetwork, comparePayments, providersOf } from '#lib/reconciliation/commands/compare-network.ts'
import { beginComparison, type Comparison } from '#lib/reconciliation/commands/comparison.ts'
import {
  countOfRun,
  listOpenDiscrepancies,
  type StoredDiscrepancy,
} from '#lib/reconciliation/repository/discrepancies.ts'
import {
  addRun,
  finishRun,
  lastRequested,
  type Run,
  removeOldRuns,
  saveCounts,
  takeRun,
} from '#lib/reconciliation/repository/reconciliation-runs.ts'
import { isNightDue, isQuarterDue } from '#lib/reconciliation/rules/admin-reconciliation.ts'
import { RECONCILED_KINDS } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const QUARTER_MS = HOUR_MS / 4
const SHORTEST_QUARTER_MS = 60_000
const MAX_TRIES = 3
const MAX_CHECKS = 100
const PAGE = 1_000

/**
 * Carries out every comparison that is due or was asked for: the last three hours every quarter of an hour, three days
 * every night, any window on demand. One at a time over all processes; one that was cut off starts over. Returns how many.
 */
export async function runComparisons(): Promise<number> {
  if (!env.RESELLER_API_URL || (await isRecovering())) return 0
  const done = await withLock('comparison', async () => {
    await requestDueComparisons()
    let count = 0
    for (let run = await takeRun(); run !== null; run = await takeRun()) {
      await carryOut(run)
      count += 1
    }

    return count
  })

  return done ?? 0
}

async function requestDueComparisons(): Promise<void> {
  const now = new Date()
  const [quarter, night] = await Promise.all([lastRequested('quarter_hour'), lastRequested('nightly')])
  const every = Math.max(SHORTEST_QUARTER_MS, scaled(QUARTER_MS))
  if (isNightDue({ quarter, night, now })) {
    await addRun({ trigger: 'nightly', from: new Date(now.getTime() - 72 * HOUR_MS), until: now })
    await removeOldRuns()
  }
  if (isQuarterDue(quarter, { now, every })) {
    await addRun({ trigger: 'quarter_hour', from: new Date(now.getTime() - 3 * HOUR_MS), until: now })
  }
}

async function carryOut(run: Run): Promise<void> {
  const comparison = await beginComparison({ runId: run.id, from: run.fromAt, until: run.untilAt })
  const beat = setInterval(() => void saveCounts(run.id, comparison.counts).catch(() => undefined), 5_000)
  try {
    const parts = run.tries > MAX_TRIES ? { run: 'cut_off' } : await compareAll(comparison)
    const read = Object.values(parts).filter((part) => part === 'complete').length
    const isComplete = read > 0 && read === Object.keys(parts).length
    // A list that was not read says nothing about what stands open.
    if (isComplete) await closeAgreed(comparison, run.trigger === 'quarter_hour' ? null : run.askedAt)
    const state = isComplete ? 'finished' : read > 0 ? 'partial' : 'failed'
    // What an attempt found that was cut off belongs to the comparison too.
    const counts = { ...comparison.counts, ...(await countOfRun(run.id)) }
    await finishRun(run.id, { state, counts, parts })
    log.info('books compared', { kind: state, count: counts.opened })
  } finally {
    clearInterval(beat)
  }
}

/** Reads every list, one after the other. A party that does not answer does not keep the others from being compared. */
async function compareAll(comparison: Comparison): Promise<Record<string, string>> {
  const parts: Record<string, string> = { network: await outcomeOf('network', () => compareNetwork(comparison)) }
  try {
    for (const provider of await providersOf(comparison.from)) {
      parts[provider.name] = await outcomeOf(provider.name, () => comparePayments(provider, comparison))
    }
  } catch (error) {
    parts.payments = nameOf('payments', error)
  }

  return parts
}

async function outcomeOf(part: string, compare: () => Promise<void>): Promise<string> {
  try {
    await compare()

    return 'complete'
  } catch (error) {
    return nameOf(part, error)
  }
}

/** What a person may read: the kind of a failure, never what an outside party wrote. */
function nameOf(part: string, error: unknown): string {
  log.warn('a list was not read', { kind: part, error })
  if (isProviderFailure(error) || error instanceof PaymentError) return error.kind

  return 'unexpected_error'
}

/**
 * Closes what was looked at and not found again; the longer comparisons also ask about what lies outside their window:
 * where there is too much of it, about another part of it every day, so that what gets no answer keeps nothing waiting.
 */
async function closeAgreed(comparison: Comparison, turn: Date | null): Promise<void> {
  const unjudged: StoredDiscrepancy[] = []
  const open = allRows<StoredDiscrepancy>(PAGE, (last) =>
    listOpenDiscrepancies(RECONCILED_KINDS, { after: last?.id ?? null, limit: PAGE }),
  )
  // One that fails stands open until the next comparison, which looks at it again; it ends neither this one nor the rest.
  const goOn = (error: unknown) => log.error('differences not all looked at', { error })
  await eachRow(open, async (discrepancy) => {
    if ((await closeIfAgreed(discrepancy, comparison)) === 'no_answer') unjudged.push(discrepancy)
  }).catch(goOn)
  if (turn === null) return
  const parts = Math.ceil(unjudged.length / MAX_CHECKS)
  const from = (Math.floor(turn.getTime() / DAY_MS) % Math.max(1, parts)) * MAX_CHECKS
  await eachRow(unjudged.slice(from, from + MAX_CHECKS), async (discrepancy) => {
    if ((await checkAgain(discrepancy, comparison.runId)) === 'agrees') comparison.counts.closed += 1
  }).catch(goOn)
}

const LONGEST_DAYS = 366

/**
 * Asks for a comparison of any window, however long ago, and returns at once; it is carried out after the one that runs
 * now, also when this process dies. Throws `forbidden`, and `bad_input` for a window that is empty, longer than a year
 * or lies ahead.
 */
export async function requestComparison(
  caller: Caller,
  window: { from: Date; until: Date },
): Promise<{ runId: string }> {
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
