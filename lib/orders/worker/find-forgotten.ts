import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { log } from '#lib/core/log.ts'
import { wakeForgotten } from '#lib/fulfilment/repository/forgotten.ts'

/** Wakes what should move and has no next action. Returns how much there was; in a healthy store nothing. */
export async function findForgotten(): Promise<number> {
  const count = await wakeForgotten()
  if (count === 0) return 0
  log.warn('forgotten rows woken', { count })
  wakeWorker()

  return count
}
