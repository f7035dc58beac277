import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { processWithdrawals } from '#lib/cancellations/commands/withdraw.ts'
import { syncCatalog } from '#lib/catalog/commands/sync-catalog.ts'
import { refreshPartners } from '#lib/catalog/commands/sync-partners.ts'
import { SYNC_CRON } from '#lib/catalog/rules/admin-catalog.ts'
import { runCancellation } from '#lib/checkout/commands/cancel-order.ts'
import { announceSalesResumed } from '#lib/checkout/commands/sales-pause.ts'
import { publishDueGuides } from '#lib/content/commands/publish-guide.ts'
import { onWake } from '#lib/core/commands/wake.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { pool } from '#lib/core/repository/client.ts'
import { claimDue, findDueQueues, type Lease, type QueueTable } from '#lib/core/repository/leases.ts'
import { type Boss, beat, type ClockJob, endBeat, nameOwnBeat, startBoss } from '#lib/core/repository/queue.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { inJob } from '#lib/core/trace.ts'
import { remindOfInstalling } from '#lib/esims/commands/reminders.ts'
import { pollUsage } from '#lib/esims/commands/usage.ts'
import { addUpDays } from '#lib/finance/commands/close-month.ts'
import { issueAwaitedInvoices } from '#lib/finance/commands/issue-invoice.ts'
import { runItem } from '#lib/fulfilment/commands/fulfil-item/run-item.ts'
import { keepMark, recover } from '#lib/fulfilment/commands/recover.ts'
import { watchAbandoned } from '#lib/fulfilment/commands/watch-abandoned.ts'
import { claimer } from '#lib/fulfilment/commands/with-lease.ts'
import { sendMail } from '#lib/mail/worker/send-mail.ts'
import { noteShownPages } from '#lib/operations/commands/note-shown-pages.ts'
import { raiseAlarms } from '#lib/operations/worker/raise-alarms.ts'
import { rewriteSoon, tidyUp } from '#lib/operations/worker/retention.ts'
import { findStuck } from '#lib/orders/worker/find-stuck.ts'
import { runPayment } from '#lib/payments/commands/settle-payment.ts'
import { applyDuePrices } from '#lib/pricing/commands/apply-draft.ts'
import { watchRates } from '#lib/pricing/commands/fetch-rates.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { runComparisons } from '#lib/reconciliation/commands/run-comparison.ts'
import { runRefund } from '#lib/refunds/commands/refund.ts'
import { listenForWork } from '#lib/settings/repository/announcements.ts'

const MINUTE = 60_000
const SHORTEST_WATCH_MS = 2_000
const INSTALL_REMINDERS_EVERY_MS = 10 * MINUTE
const PLANNED_EVERY_MS = 5_000

/**
 * Starts what happens by the clock.
 *
 * What concerns money runs on timers of our own, in every process, safe to run twice: it must go on when the job engine
 * does not. The rest (catalogue, retention) is scheduled once for all processes.
 */
function startSchedules(): { stop(): Promise<void> } {
  const timers = [
    schedule(Math.max(SHORTEST_WATCH_MS, scaled(5 * MINUTE)), 'watch abandoned', watchAbandoned),
    schedule(Math.max(SHORTEST_WATCH_MS, scaled(5 * MINUTE)), 'find forgotten', findStuck),
    schedule(MINUTE, 'compare the books', runComparisons),
    schedule(Math.max(SHORTEST_WATCH_MS, scaled(MINUTE)), 'withdrawals', processWithdrawals),
    schedule(MINUTE, 'usage', pollUsage),
    schedule(INSTALL_REMINDERS_EVERY_MS, 'install reminders', remindOfInstalling),
    schedule(MINUTE, 'day sums', addUpDays),
    schedule(Math.max(SHORTEST_WATCH_MS, scaled(MINUTE)), 'invoices', issueAwaitedInvoices),
    schedule(MINUTE, 'shown pages', noteShownPages),
    schedule(MINUTE, 'alarms', raiseAlarms),
    schedule(MINUTE, 'till notes', announceSalesResumed),
    schedule(10 * MINUTE, 'rewrite erased', rewriteSoon),
    schedule(PLANNED_EVERY_MS, 'planned prices', applyDuePrices),
    schedule(PLANNED_EVERY_MS, 'planned guides', publishDueGuides),
    schedule(MINUTE, 'rates', watchRates),
  ]
  const jobs = keepJobs([
    { name: 'sync-catalog', cron: SYNC_CRON, run: readCatalog },
    { name: 'retention', cron: '41 3 * * *', run: tidyUp },
  ])

  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await jobs.stop()
    },
  }
}

async function readCatalog(): Promise<void> {
  const { state } = await syncCatalog({ trigger: 'schedule' })
  if (state === 'finished') await refreshPartners()
}

function schedule(ms: number, name: string, run: () => Promise<unknown>): NodeJS.Timeout {
  let isRunning = false

  return setInterval(() => {
    if (isRunning) return
    isRunning = true
    inJob(name, { jobId: `${name}.${randomUUID().slice(0, 8)}` }, run)
      .catch((error: unknown) => log.errorAgain(`${name} failed`, { error }))
      .finally(() => {
        isRunning = false
      })
  }, ms).unref()
}

const RETRY_MS = 5_000
const LOG_EVERY = 60

/**
 * Starts the job engine as soon as its database lets it, however often that fails: without it nothing is lost, but the
 * catalogue is read no more and nothing is deleted when its time is over.
 */
export function keepJobs(jobs: ClockJob[], retryMs = RETRY_MS): Boss {
  const stopping = new AbortController()
  const { signal } = stopping
  const started = start()

  return {
    stop: async () => {
      stopping.abort()
      await (await started)?.stop()
    },
  }

  async function start(): Promise<Boss | null> {
    for (let tries = 0; !signal.aborted; tries++) {
      try {
        return await startBoss(jobs)
      } catch (error) {
        // The store sells without it meanwhile.
        if (tries % LOG_EVERY === 0) log.error('schedules not started yet', { error })
        await sleep(retryMs, null, { signal, ref: false }).catch(() => undefined)
      }
    }

    return null
  }
}

const SWEEP_INSIDE_MS = 1_000
const SWEEP_ALONE_MS = 15_000
const STOP_WITHIN_MS = 30_000

/** A running worker. `stop` takes no new work and waits up to 30 seconds for what is under way. */
export type Runner = { stop(): Promise<void> }

/**
 * Starts the worker of this process: it finds what is due by itself, and sooner when a commit wakes it, here or elsewhere.
 *
 * Any number of them, in any number of processes, may run on one database. A process that dies needs no care: its
 * rows are due again when their leases end. One that starts before its database waits for it.
 */
export async function startRunner(): Promise<Runner> {
  const id = `runner:${process.pid}:${randomUUID().slice(0, 8)}`
  const dispatcher = createDispatcher()
  const sweep = () => void dispatcher.sweep().catch((error: unknown) => log.error('sweep failed', { error }))
  const sign = () => {
    // Whoever does nothing any more is not alive, however well it writes that it is.
    if (dispatcher.isStuck()) log.error('the search for work stands still')
    else void beat(id, 'runner').catch((error: unknown) => log.warn('no sign of life', { error }))
  }
  nameOwnBeat(id)
  const recovery = await whenReachable(async () => {
    await beat(id, 'runner')

    return startRecoveryWatch()
  })
  const timers = [
    setInterval(sweep, env.WORKER === 'only' ? Math.min(SWEEP_ALONE_MS, scaled(SWEEP_ALONE_MS)) : SWEEP_INSIDE_MS),
    setInterval(sign, scaled(TIMERS.heartbeat)),
  ]
  const silence = onWake(sweep)
  // A worker without shop hears of new work from the processes that sell.
  const announced = env.WORKER === 'only' ? listenForWork(sweep) : null
  const schedules = startSchedules()
  sweep()
  log.info('worker started')

  return {
    stop: async () => {
      dispatcher.stop()
      silence()
      for (const timer of timers) clearInterval(timer)
      recovery.stop()
      await announced?.stop()
      await schedules.stop()
      await Promise.race([dispatcher.idle(), pause(STOP_WITHIN_MS)])
      await endBeat(id).catch(() => undefined)
    },
  }
}

/** Works on everything that is due now, and on what becomes due by that, until nothing is. For tests and commands. */
export async function runUntilIdle(): Promise<void> {
  const dispatcher = createDispatcher()
  const silence = onWake(() => void dispatcher.sweep().catch(() => undefined))
  try {
    do {
      await dispatcher.sweep()
      await dispatcher.idle()
    } while (dispatcher.isBusy())
  } finally {
    // Also after a failure: a listener that is left behind would go on working for whoever wakes it.
    dispatcher.stop()
    silence()
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

const MARK_EVERY_MS = 30_000
const RECOVER_EVERY_MS = 5_000

/**
 * Looks whether the database is as young as it was last seen, before any work begins, and goes on looking.
 *
 * While the recovery mode is on, tries to end it.
 */
async function startRecoveryWatch(): Promise<{ stop(): void }> {
  await keepMark()
  const timers = [schedule(MARK_EVERY_MS, 'recovery mark', keepMark), schedule(RECOVER_EVERY_MS, 'recovery', recover)]

  return {
    stop: () => {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

const PAUSE_MS = 1_000

const MAX_FAILURES = 3

/**
 * Runs `begin` once the database answers, however long that takes: a database may start after its store.
 *
 * What fails although the database answers is tried three times, and then thrown. `begin` may run more than once.
 */
async function whenReachable<Result>(begin: () => Promise<Result>): Promise<Result> {
  let failures = 0
  for (let waits = 0; ; ) {
    try {
      return await begin()
    } catch (error) {
      if (await answers()) failures += 1
      else if (waits++ % LOG_EVERY === 0) log.warn('the database does not answer: the worker waits for it')
      if (failures === MAX_FAILURES) throw error
      await sleep(PAUSE_MS)
    }
  }
}

async function answers(): Promise<boolean> {
  try {
    await pool().query('SELECT 1')

    return true
  } catch (error) {
    return !isAway(error)
  }
}

/** A server that refuses us by name, password or database does answer; waiting would not change its mind. */
function isAway(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''

  return !/^(28|3D)/.test(code)
}

/** One queue: how many of its rows this process works on at a time, and how. */
type Queue = { table: QueueTable; max: number; run: (lease: Lease) => Promise<void> }

// Money first: a payment that waits keeps its items waiting.
const QUEUES: Queue[] = [
  { table: 'Payment', max: 4, run: runPayment },
  // Several times the places for orders in flight: those that have theirs are captured, fetched and delivered beside them.
  { table: 'Line', max: 16, run: runItem },
  { table: 'Refund', max: 2, run: runRefund },
  { table: 'CancelAttempt', max: 2, run: runCancellation },
  { table: 'Outbox', max: 2, run: sendMail },
]

/** Takes what is due and works on it. `sweep` returns when nothing more can be taken; `idle` when all of it is done. */
type Dispatcher = {
  sweep: () => Promise<void>
  idle: () => Promise<void>
  isBusy: () => boolean
  isStuck: () => boolean
  stop: () => void
}

// Several times what an answer of the database is awaited.
const STUCK_MS = 60_000

/** Returns a dispatcher over all queues of the store. */
export function createDispatcher(findDue = findDueQueues): Dispatcher {
  const running = new Map<QueueTable, Set<Promise<void>>>(QUEUES.map(({ table }) => [table, new Set()]))
  let isStopped = false
  let sweeping: Promise<void> | null = null
  let isRequestedAgain = false
  let movedAt = 0

  return {
    sweep,
    idle: async () => {
      await Promise.all([...running.values()].flatMap((tasks) => [...tasks]))
    },
    isBusy: () => sweeping !== null || [...running.values()].some((tasks) => tasks.size > 0),
    isStuck: () => sweeping !== null && performance.now() - movedAt > STUCK_MS,
    stop: () => {
      isStopped = true
    },
  }

  /** Calls during a sweep lead to one more: what became due behind its back is not left for the next second. */
  function sweep(): Promise<void> {
    if (sweeping) {
      isRequestedAgain = true

      return sweeping
    }
    sweeping = (async () => {
      do {
        isRequestedAgain = false
        movedAt = performance.now()
        // Rows of an older day believe what is no longer true: nothing is done by them before both parties were asked.
        const due = await findDue(QUEUES.map(({ table }) => table))
        for (const queue of QUEUES) if (due.has(queue.table)) await drain(queue)
      } while (isRequestedAgain && !isStopped)
    })().finally(() => {
      sweeping = null
    })

    return sweeping
  }

  async function drain({ table, max, run }: Queue): Promise<void> {
    const tasks = running.get(table)
    while (!isStopped && tasks && tasks.size < max) {
      const lease = await claimDue(table, claimer())
      movedAt = performance.now()
      if (!lease) return
      // Whoever woke this process is not who is worked for.
      const trace = { ...(lease.requestId && { requestId: lease.requestId }), jobId: `${lease.id}.${lease.epoch}` }
      const task: Promise<void> = inJob(table, trace, () => run(lease))
        .catch((error: unknown) => log.error('work failed', { kind: table, error }))
        .finally(() => {
          tasks.delete(task)
          // A place is free: whatever waited for one may go on at once.
          if (!isStopped) void sweep().catch((error: unknown) => log.error('sweep failed', { error }))
        })
      tasks.add(task)
    }
  }
}
