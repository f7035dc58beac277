import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { report } from '#lib/server/report.ts'

export type Revision = { moveTo(version: number): void; stop(): void }

type Pages = {
  /** Next forgets what it remembers. */
  forget: () => Promise<void>
  /** The kept pages count as outdated. */
  outdate: () => void
  /** Ends when what is being made is made; `null` when nothing is. */
  allMade: () => Promise<unknown> | null
}

/**
 * Follows the catalogue's version: Next forgets first, then the kept pages count as outdated, so that no page is made
 * again from what Next still remembered. The first number only says where we stand.
 *
 * A page that was being made meanwhile may have been read before the change: Next remembers it when it is done, and gives it
 * to whoever asks until then. So both are done once more as soon as the last of them is made.
 */
export function followRevision({ forget, outdate, allMade }: Pages): Revision {
  let wanted: number | null = null
  let reached: number | null = null
  let isMoving = false
  let isStopped = false

  const drop = async () => {
    for (let failures = 1; !isStopped; failures++) {
      try {
        await forget()
        return outdate()
      } catch (error) {
        report('the pages of the former catalogue could not be dropped yet', { error })
        await sleep(Math.min(10_000, 250 * 2 ** failures))
      }
    }
  }

  const move = async () => {
    if (isMoving) return
    isMoving = true
    while (reached !== wanted && !isStopped) {
      const target = wanted
      const made = allMade()
      await drop()
      reached = target
      void made?.then(drop)
    }
    isMoving = false
  }

  return {
    moveTo(version) {
      if (wanted === null) reached = version
      wanted = version
      void move()
    },
    stop() {
      isStopped = true
    },
  }
}

const READ_AGAIN_MS = 60_000
const LONGEST_PAUSE_MS = 10_000

export type CatalogWatch = { stop(): Promise<void> }

/**
 * Calls `onVersion` with the catalogue's version: at once, when it is announced, and after every interruption.
 *
 * An announcement can be lost (a restart, a connection pooler), so the number itself is read again every minute.
 */
export function watchCatalog(url: string, onVersion: (version: number) => void): CatalogWatch {
  const ending = new AbortController()
  const loop = async () => {
    for (let failures = 0; !ending.signal.aborted; ) {
      try {
        await listen(url, onVersion, ending.signal)
        failures = 0
      } catch (error) {
        if (ending.signal.aborted) break
        if (failures === 0) report('catalogue announcements interrupted', { error })
        failures += 1
      }
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

/** Returns when it is told to end, throws when the connection breaks. */
async function listen(url: string, onVersion: (version: number) => void, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
  const broken = new Promise<never>((_, reject) => {
    client.on('error', reject)
    client.on('end', () => reject(new Error('the connection ended')))
  })
  broken.catch(() => undefined)
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  const read = async () => {
    const { rows } = await client.query<{ version: number }>('SELECT "version" FROM "CatalogState" WHERE "id" = 1')
    onVersion(rows[0]?.version ?? 0)
  }
  await client.connect()
  let timer: NodeJS.Timeout | undefined
  try {
    client.on('notification', () => void read().catch(() => undefined))
    // Listening first: a version raised between the two is announced, one raised before is read.
    await client.query('LISTEN catalog')
    await read()
    timer = setInterval(() => void read().catch(() => undefined), READ_AGAIN_MS)
    await Promise.race([ended, broken])
  } finally {
    clearInterval(timer)
    await client.end().catch(() => undefined)
  }
}
