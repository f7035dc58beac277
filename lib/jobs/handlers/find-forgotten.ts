import 'server-only'
import { wakeForgotten } from '#lib/db/forgotten.ts'
import { log } from '#lib/log.ts'
import { wakeWorker } from '#lib/services/wake.ts'

/** Wakes what should move and has no next action. Returns how much there was; in a healthy store nothing. */
export async function findForgotten(): Promise<number> {
  const count = await wakeForgotten()
  if (count === 0) return 0
  log.warn('forgotten rows woken', { count })
  wakeWorker()

  return count
}
