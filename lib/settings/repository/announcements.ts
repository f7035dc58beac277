import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { requireSetting } from '#lib/core/env.ts'
import { db, WITHIN_LIMITS } from '#lib/core/repository/client.ts'

const CHANNEL = 'work'
const LONGEST_PAUSE_MS = 10_000

/** Tells the workers of other processes that something is due. Losing it costs a worker's next look only. */
export async function announceWork(): Promise<void> {
  await db().$executeRaw`SELECT pg_notify(${CHANNEL}, '')`
}

/** Calls `onWork` at every announcement, and after every interruption, in which announcements may have been lost. */
export function listenForWork(onWork: () => void): { stop: () => Promise<void> } {
  const ending = new AbortController()
  const loop = async () => {
    for (let failures = 0; !ending.signal.aborted; failures++) {
      const start = Date.now()
      await listen(onWork, ending.signal).catch(() => undefined)
      if (Date.now() - start > LONGEST_PAUSE_MS) failures = 0
      const pause = Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures)
      await sleep(pause, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }
  const running = loop()

  return {
    stop: () => {
      ending.abort()

      return running
    },
  }
}

/** Returns when it is told to end, throws when the connection breaks. A pool's connection could not listen for long. */
async function listen(onWork: () => void, signal: AbortSignal): Promise<void> {
  const connectionString = requireSetting('DATABASE_URL')
  const client = new pg.Client({ connectionString, ...WITHIN_LIMITS, connectionTimeoutMillis: 5_000 })
  const broken = new Promise<never>((_, reject) => {
    client.on('error', reject)
    client.on('end', () => reject(new Error('the connection ended')))
  })
  broken.catch(() => undefined)
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  try {
    await client.connect()
    client.on('notification', onWork)
    await client.query(`LISTEN ${CHANNEL}`)
    onWork()
    await Promise.race([ended, broken])
  } finally {
    await client.end().catch(() => undefined)
  }
}
