import { z } from 'zod'
import { matching } from '#lib/core/rules/field-schemas.ts'

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
  usage: { watched: number; asked: number; max: number }
}

export type Health = {
  readAt: Date
  endpoints: EndpointHealth[]
  session: SessionHealth
  breakers: { key: string; isOpen: boolean; openedAt: Date | null; nextProbeAt: Date | null }[]
  workers: { id: string; kind: string; startedAt: Date; at: Date; isAlive: boolean }[]
  queues: QueueHealth[]
  outbox: { due: number; failed: number; lastSentAt: Date | null }
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

/** Which span of calls a number on the health page stands for: the last 24 hours, or the day so far in UTC. */
export const CALL_SPANS = ['day', 'today'] as const

/** What the address of the health page says of the calls to show; `span` is null where none are asked for. */
export const callFilterSchema = z.object({
  span: z.enum(CALL_SPANS).nullable().catch(null),
  endpoint: matching(/^\w{1,60}$/),
  class: matching(/^\w{1,40}$/),
  /** The code of the answer; `none` for an answer without one. */
  code: matching(/^(-?\d{1,9}|none)$/),
  after: matching(/^\d{1,14}\.\d{1,18}$/),
})
export type CallFilter = z.output<typeof callFilterSchema>

/** A call to the network as it was written down. */
export type CallRow = {
  id: string
  at: Date
  endpoint: string
  class: string
  code: number | null
  latencyMs: number
  order: { id: string; number: string } | null
}

/** A page of calls, newest first; `next` is the place of its last one where there are more. */
export type CallPage = { rows: CallRow[]; next: string | null }

/**
 * The numbers of the health page that stand for rows of their own: sessions that ended early, messages of payment providers
 * by their state, and orders whose use is watched or was asked about today.
 */
export const HEALTH_LISTS = ['early_hour', 'early_day', 'received', 'unmatched', 'watched', 'asked'] as const
export type HealthList = (typeof HEALTH_LISTS)[number]

/** What the address of the page says about such a list; `rows` is null where none is asked for. */
export const healthRowFilterSchema = z.object({
  rows: z.enum(HEALTH_LISTS).nullable().catch(null),
  after: matching(/^\d{1,14}\.\w{1,64}$/),
})
export type HealthRowFilter = z.output<typeof healthRowFilterSchema>

/** A row behind a number: `name` is the epoch of a session, the kind of a message, or the network's number of an order. */
export type HealthRow = {
  id: string
  at: Date
  name: string
  /** What a message is about, in the provider's own numbers; null for other rows. */
  about: string | null
  order: { id: string; number: string } | null
}

/** A page of such rows; `next` is the place of its last one where there are more. */
export type HealthRowPage = { list: HealthList; rows: HealthRow[]; next: string | null }
