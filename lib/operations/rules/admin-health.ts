/** How one endpoint answered in the last 24 hours. Times are milliseconds; `null` without a good call. */
export type EndpointHealth = {
  endpoint: string
  calls: number
  lastGoodAt: Date | null
  medianMs: number | null
  slowMs: number | null
  others: { class: string; code: number | null; count: number }[]
}

/** Work that is waiting, by kind. `oldestAt` is when the longest waiting one became due. */
export type QueueHealth = { kind: string; due: number; oldestAt: Date | null; later: number }

export type SessionHealth = {
  state: 'none' | 'good' | 'ended' | 'failing'
  issuedAt: Date | null
  expiresAt: Date | null
  renewsAt: Date | null
  lastLoginAt: Date | null
  failures: number
  lastCode: number | null
  lastError: string | null
  nextTryAt: Date | null
  earlyLastHour: number
  earlyLastDay: number
}

/** The calls since midnight (UTC), beside what the store plans to make in a day. `planned` is `null` before a first pass. */
export type CallHealth = {
  since: Date
  all: number
  lastAt: Date | null
  catalogue: { calls: number; planned: number | null }
  /** Orders whose use is watched, how many of them were asked about, and the most calls that this may take in a day. */
  usage: { watched: number; asked: number; most: number }
}

export type Health = {
  readAt: Date
  endpoints: EndpointHealth[]
  session: SessionHealth
  breakers: { key: string; isOpen: boolean; openedAt: Date | null; nextProbeAt: Date | null }[]
  workers: { id: string; kind: string; startedAt: Date; at: Date; isAlive: boolean }[]
  queues: QueueHealth[]
  outbox: { due: number; givenUp: number; lastSentAt: Date | null }
  /**
   * `lastAt`: when the newest payment that brought money was begun. `waiting`: what providers said and nobody has acted upon.
   * `unmatched`: what they said about no payment of this store.
   */
  payments: { lastAt: Date | null; waiting: number; oldestAt: Date | null; unmatched: number }
  /** `backupAt` is `null` where no backup was ever noted. */
  database: {
    version: string
    clockDriftMs: number
    migrations: number
    failedMigrations: number
    megabytes: number
    backupAt: Date | null
  }
  /** The volume of the embedded database, `null` where nobody can see it. */
  disk: { freeMb: number; totalMb: number } | null
  calls: CallHealth
}
