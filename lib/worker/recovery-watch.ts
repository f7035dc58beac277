import 'server-only'
import { log } from '#lib/core/log.ts'
import { recover } from '#lib/fulfilment/commands/recover.ts'
import { keepMark } from '#lib/fulfilment/commands/recover-mark.ts'

const MARK_EVERY_MS = 30_000
const RECOVER_EVERY_MS = 5_000

/**
 * Looks whether the database is as young as it was last seen, before any work begins, and goes on looking.
 *
 * While the recovery mode is on, tries to end it.
 */
export async function startRecoveryWatch(): Promise<{ stop(): void }> {
  await keepMark()
  const timers = [every(MARK_EVERY_MS, keepMark), every(RECOVER_EVERY_MS, recover)]

  return {
    stop: () => {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

function every(ms: number, run: () => Promise<unknown>): NodeJS.Timeout {
  let isRunning = false

  return setInterval(() => {
    if (isRunning) return
    isRunning = true
    run()
      .catch((error: unknown) => log.error('recovery watch failed', { error }))
      .finally(() => {
        isRunning = false
      })
  }, ms).unref()
}
