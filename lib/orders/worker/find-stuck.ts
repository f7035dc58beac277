import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { log } from '#lib/core/log.ts'
import { wakeStuck } from '#lib/fulfilment/repository/stuck-items.ts'

/** Wakes what should move and has no next action. Returns how much there was; in a healthy store nothing. */
export async function findStuck(): Promise<number> {
  const count = await wakeStuck()
  if (count === 0) return 0
  log.warn('forgotten rows woken', { count })
  wakeWorker()

  return count
}
