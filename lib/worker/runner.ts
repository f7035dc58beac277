import 'server-only'
import { randomUUID } from 'node:crypto'
import { onWake } from '#lib/core/commands/wake.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { beat, endBeat, nameOwnBeat } from '#lib/core/repository/heartbeats.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'
import { listenForWork } from '#lib/settings/repository/announcements.ts'
import { createDispatcher } from '#lib/worker/dispatcher.ts'
import { startRecoveryWatch } from '#lib/worker/recovery-watch.ts'
import { startSchedules } from '#lib/worker/schedules.ts'
import { whenReachable } from '#lib/worker/when-reachable.ts'

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
  const sign = () => void beat(id, 'runner').catch((error: unknown) => log.warn('no sign of life', { error }))
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
