import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '#lib/core/log.ts'
import { pool } from '#lib/core/repository/client.ts'

const PAUSE_MS = 1_000
const SAY_EVERY = 60
const MOST_FAILURES = 3

/**
 * Runs `begin` once the database answers, however long that takes: a database may start after its store.
 *
 * What fails although the database answers is tried three times, and then thrown. `begin` may run more than once.
 */
export async function whenReachable<Result>(begin: () => Promise<Result>): Promise<Result> {
  let failures = 0
  for (let waits = 0; ; ) {
    try {
      return await begin()
    } catch (error) {
      if (await answers()) failures += 1
      else if (waits++ % SAY_EVERY === 0) log.warn('the database does not answer: the worker waits for it')
      if (failures === MOST_FAILURES) throw error
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
