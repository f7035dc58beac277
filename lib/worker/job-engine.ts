import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '#lib/core/log.ts'
import { type Boss, type ClockJob, startBoss } from '#lib/core/repository/queue.ts'

const RETRY_MS = 5_000
const SAY_EVERY = 60

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
        if (tries % SAY_EVERY === 0) log.error('schedules not started yet', { error })
        await sleep(retryMs, null, { signal, ref: false }).catch(() => undefined)
      }
    }

    return null
  }
}
