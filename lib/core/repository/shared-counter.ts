import 'server-only'
import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { env } from '#lib/core/env.ts'
import { areaOf } from '#lib/core/rules/rate-limits.ts'
import { pool } from './client.ts'

/**
 * So many points in so many seconds. With `longestBlockSeconds`, whoever goes on after the last point is blocked for
 * `duration`, the next time for twice as long, and so on up to that bound.
 */
export type Limit = { points: number; duration: number; longestBlockSeconds?: number }

// How long earlier blocks are remembered.
const MEMORY_SECONDS = 24 * 60 * 60

const counters = new Map<string, RateLimiterPostgres>()

/** Returns the counter of this name. Counted in the database, for all processes together. */
function sharedCounter(name: string, { points, duration }: Limit): RateLimiterPostgres {
  const ready = counters.get(name)
  if (ready) return ready
  const named = { keyPrefix: name, points, duration }
  const counter = new RateLimiterPostgres({
    ...named,
    storeClient: pool(),
    storeType: 'pool',
    tableName: 'RateLimit',
    schemaName: 'public',
    tableCreated: true,
    clearExpiredByTimeout: false,
    // A database that is away must not open the door wide: this process counts alone for as long.
    insuranceLimiter: new RateLimiterMemory(named),
  })
  counters.set(name, counter)

  return counter
}

/**
 * Takes one point of `who`, or so many, before the work that they are asked for: of a hundred requests at once no more than
 * `points` come through. Returns `null`, or the seconds to wait when there were not so many left.
 */
export async function takePoint(name: string, limit: Limit, who: string, count = 1): Promise<number | null> {
  const counter = sharedCounter(name, limit)
  const key = countedMark(who)
  try {
    await counter.consume(key, count)

    return null
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    // Counts are atomic: exactly one request is the first that was too many.
    const isFirst = refused.consumedPoints - count <= limit.points
    const seconds = limit.longestBlockSeconds && isFirst ? await blockSeconds(name, limit, key) : null
    if (seconds !== null) await counter.block(key, seconds)

    return seconds ?? Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
  }
}

async function blockSeconds(name: string, { duration, longestBlockSeconds = duration }: Limit, key: string) {
  const blocks = sharedCounter(`${name}-blocks`, { points: Number.MAX_SAFE_INTEGER, duration: MEMORY_SECONDS })
  const { consumedPoints } = await blocks.consume(key)

  return Math.min(longestBlockSeconds, duration * 2 ** Math.min(consumedPoints - 1, 16))
}

/**
 * Gives a point back that was taken for something that turned out right, or so many. A block runs to its end: with a point
 * less the next try would pass for the first that was too many, and double it.
 */
export async function giveBack(name: string, limit: Limit, who: string, count = 1): Promise<void> {
  const counter = sharedCounter(name, limit)
  const key = countedMark(who)
  const now = await counter.get(key)
  if (now === null || now.consumedPoints <= limit.points) await counter.reward(key, count)
}

/** How many networks of IPv6 may use up their points in one /48: a customer may hold all of its 65,536. */
const NETWORKS_IN_AREA = 5

/** As `takePoint`, of a network: one of IPv6 takes the point from its /48 as well, which has five times as many. */
export async function takeNetworkPoint(
  name: string,
  limit: Limit,
  network: string,
  count?: number,
): Promise<number | null> {
  const area = areaOf(network)
  // The network first: one that is blocked takes nothing from its neighbours.
  const wait = await takePoint(name, limit, network, count)

  return wait !== null || area === null ? wait : takePoint(areaName(name), areaLimit(limit), area, count)
}

/** Gives back what `takeNetworkPoint` took. */
export async function giveBackNetwork(name: string, limit: Limit, network: string, count?: number): Promise<void> {
  const area = areaOf(network)
  await giveBack(name, limit, network, count)
  if (area !== null) await giveBack(areaName(name), areaLimit(limit), area, count)
}

function areaName(name: string): string {
  return `${name}-area`
}

function areaLimit(limit: Limit): Limit {
  return { ...limit, points: limit.points * NETWORKS_IN_AREA }
}

/** Forgets what was counted of `who`, earlier blocks too. */
export async function clearPoints(name: string, limit: Limit, who: string): Promise<void> {
  const key = countedMark(who)
  const blocks = { points: Number.MAX_SAFE_INTEGER, duration: MEMORY_SECONDS }
  await Promise.all([sharedCounter(name, limit).delete(key), sharedCounter(`${name}-blocks`, blocks).delete(key)])
}

/** Forgets the connections to the counts, for a test that changes its database. */
export function forgetCounters(): void {
  counters.clear()
}

/** A keyed hash of an account or an address, so that the table is no list of them. */
function countedMark(text: string): string {
  return createHash('sha256')
    .update(env.INTERNAL_SECRET ?? '')
    .update(text)
    .digest('base64url')
    .slice(0, 22)
}
