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

export type Health = {
  readAt: Date
  endpoints: EndpointHealth[]
  session: SessionHealth
  breakers: { key: string; isOpen: boolean; openedAt: Date | null; nextProbeAt: Date | null }[]
  workers: { id: string; kind: string; startedAt: Date; at: Date; isAlive: boolean }[]
  queues: QueueHealth[]
  outbox: { due: number; givenUp: number; lastSentAt: Date | null }
  /** `lastAt`: when the newest payment that brought money was begun. `waiting`: what providers said and nobody has acted upon. */
  payments: { lastAt: Date | null; waiting: number; oldestAt: Date | null }
  /** `backupAt` is `null` where no backup was ever noted. */
  database: {
    version: string
    clockDriftMs: number
    migrations: number
    failedMigrations: number
    megabytes: number
    backupAt: Date | null
  }
}
