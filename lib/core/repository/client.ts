import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { requireSetting } from '#lib/core/env.ts'
import { type Prisma, PrismaClient } from '#lib/generated/prisma/client.ts'

/** A client inside a transaction, or the plain one: repositories take either. */
export type Tx = Prisma.TransactionClient

type Shared = { pool: pg.Pool; client: PrismaClient }

// globalThis, not a module variable: a development rebuild evaluates modules again in the same process.
const global = globalThis as unknown as { landfallDatabase?: Shared; landfallInTransaction?: AsyncLocalStorage<true> }
global.landfallInTransaction ??= new AsyncLocalStorage<true>()
const inTransaction = global.landfallInTransaction

const CONNECTION = {
  // The adapter reads and writes every time as UTC: under another zone stored instants would shift.
  TimeZone: 'UTC',
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 20_000,
  // Statements of a shop are short. Compiling one and starting helpers for it took a list of customers from 5 to 261 ms.
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  // Statements are named, so the server reads each once. Its plan still follows the values: those of a buyer with one
  // order and of a shop with a million differ.
  plan_cache_mode: 'force_custom_plan',
}

/** A line without traffic is probed: the system's own two hours would be as good as none. */
const PROBES = { connectionTimeoutMillis: 20_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/**
 * How a connection notices that its server has gone without a word: neither a limit of the server nor an error comes then.
 * An answer is awaited longer than any statement may run.
 */
export const WITHIN_LIMITS = { ...PROBES, query_timeout: 20_000 } as const

/**
 * A connection that is asked one thing at a time. Prisma reads the relations of a row at once, in a transaction too; the
 * driver lines such questions up only until its next major version.
 */
class Connection extends pg.Client {
  #last: Promise<unknown> = Promise.resolve()

  override query(...asked: unknown[]): never {
    const ask = () => Reflect.apply(super.query, this, asked)
    // A stream and a callback answer by another way, and have the connection for themselves.
    const isPromised = typeof asked.at(-1) !== 'function' && !(asked[0] instanceof Object && 'submit' in asked[0])
    if (!isPromised) return ask() as never
    const answer = this.#last.then(ask)
    this.#last = answer.catch((error: unknown) => this.#endWhenUnanswered(error))

    return answer as never
  }

  /** A statement without an answer holds up every one behind it: the pool throws out a connection that was ended. */
  #endWhenUnanswered(error: unknown): void {
    if (error instanceof Error && error.message === 'Query read timeout') void this.end().catch(() => undefined)
  }
}

function connect(): Shared {
  const pool = new pg.Pool({
    Client: Connection,
    connectionString: requireSetting('DATABASE_URL'),
    max: 10,
    ...WITHIN_LIMITS,
    options: optionsOf(CONNECTION),
  })
  // A connection that the server ends while it is idle must not end the process.
  pool.on('error', () => {})
  pool.on('connect', (connection) => connection.on('error', () => {}))

  return {
    pool,
    client: new PrismaClient({
      adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => statementName(sql) }),
    }),
  }
}

function optionsOf(settings: Record<string, string | number>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

function shared(): Shared {
  global.landfallDatabase ??= connect()

  return global.landfallDatabase
}

/** The database. Connects at first use, so that importing a repository needs no database. */
export function db(): PrismaClient {
  return shared().client
}

/** The pool below it, for LISTEN and for streaming reads. */
export function pool(): pg.Pool {
  return shared().pool
}

/** A connection of its own for statements that run longer than a shop's may. Whoever asks for it ends it. */
export async function connectForLong(): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: requireSetting('DATABASE_URL'),
    ...PROBES,
    options: optionsOf({ ...CONNECTION, statement_timeout: 0, idle_in_transaction_session_timeout: 0 }),
  })
  client.on('error', () => {})
  await client.connect()

  return client
}

/** Closes what was opened, at the end of a process or of a test. */
export async function closeDatabase(): Promise<void> {
  const open = global.landfallDatabase
  delete global.landfallDatabase
  await open?.client.$disconnect()
  await open?.pool.end()
}

/**
 * Runs `work` in one transaction, and again (three times at most) when the database gave it up for a passing reason:
 * a deadlock, a serialization failure, a lock that was not free in time.
 *
 * `work` must touch nothing but the database: it may run more than once.
 */
export async function transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction.run(true, () => db().$transaction(work, { maxWait: 20_000, timeout: 25_000 }))
    } catch (error) {
      if (attempt === 3 || !isPassing(error)) throw error
    }
  }
}

/** Throws when it is called inside `transaction`: a network call there would hold locks while somebody else decides. */
export function assertNoTransaction(what: string): void {
  if (inTransaction.getStore()) throw new Error(`${what} was called inside a database transaction.`)
}

/** One number per work that only one process may do at a time. */
const LOCKS = {
  sync: 7_316_004,
  comparison: 7_316_015,
  recovery: 7_270_901,
  month: 7_316_022,
  daySums: 7_316_031,
  shownPages: 7_316_032,
  partners: 7_316_033,
} as const

/**
 * Runs work while no other process does the same; `null` when one does.
 *
 * The lock belongs to a connection, so it ends with a process that dies, without any waiting time.
 */
export async function withLock<Result>(name: keyof typeof LOCKS, work: () => Promise<Result>): Promise<Result | null> {
  const connection = await pool().connect()
  let isBroken = false
  try {
    const { rows } = await connection.query('SELECT pg_try_advisory_lock($1) AS "isMine"', [LOCKS[name]])
    if (rows[0]?.isMine !== true) return null
    try {
      return await work()
    } finally {
      // A connection that was lost has lost the lock as well; what the work has stored stands.
      await connection.query('SELECT pg_advisory_unlock($1)', [LOCKS[name]]).catch(() => {
        isBroken = true
      })
    }
  } finally {
    connection.release(isBroken)
  }
}

/** Returns the condition that a text has a part as it is written: signs of a pattern mean themselves, cases are the same. */
export function asWritten(part: string) {
  return { contains: part.replaceAll(/[\\%_]/g, '\\$&'), mode: 'insensitive' } as const
}

// Each connection of the pool, and the server behind it, keeps every name for as long as it lives.
const MAX_NAMES = 1_000

const names = new Map<string, string>()

/**
 * The name under which a connection asks the server for a statement it has sent before, so that it is parsed once.
 *
 * Empty, which is no name, for what comes after the first thousand texts: lists of every length are each a text of
 * their own.
 */
export function statementName(sql: string): string {
  const known = names.get(sql)
  if (known !== undefined) return known
  if (names.size >= MAX_NAMES) return ''
  const name = `s_${createHash('sha256').update(sql).digest('base64url').slice(0, 24)}`
  names.set(sql, name)

  return name
}

// serialization_failure, deadlock_detected, lock_not_available
const PASSING_STATES = ['40001', '40P01', '55P03']
// insufficient_resources: disk full, out of memory, too many connections
const NO_ROOM_CLASS = '53'
// data_exception: a number out of range, a text with NUL, an instant that no column can hold
const DATA_CLASS = '22'
// Of the same class, and a fault of ours: no value from outside is divided by.
const DIVISION_BY_ZERO = '22012'
// Prisma's own words for the same: too long, out of range, more than 64 bits
const DATA_CODES = ['P2000', 'P2020', 'P2033']

/** True for a failure that the same transaction may well not meet again: conflict, deadlock, lock timeout. */
export function isPassing(error: unknown): boolean {
  return statesOf(error).some((state) => PASSING_STATES.includes(state))
}

/** True where the database refused for want of room: no disk, no memory or no connection was left. Nothing was written. */
export function isOutOfRoom(error: unknown): boolean {
  return statesOf(error).some((state) => state.startsWith(NO_ROOM_CLASS))
}

/** True where the database cannot hold what it was given: a value that nobody checked came from outside. */
export function isDataRefused(error: unknown): boolean {
  return statesOf(error).some(
    (state) =>
      DATA_CODES.includes(state) || (state.length === 5 && state.startsWith(DATA_CLASS) && state !== DIVISION_BY_ZERO),
  )
}

// What the server said of a failure and of what caused it.
function statesOf(error: unknown): string[] {
  const seen = new Set<Error>()
  for (let current = error; current instanceof Error && !seen.has(current); current = current.cause) seen.add(current)

  return [...seen].flatMap(stateOf)
}

// Prisma wraps the server's answer: P2034 is its own word for a conflict, the state stands below `meta`.
function stateOf(error: Error): string[] {
  const { code, meta, originalCode } = error as { code?: unknown; originalCode?: unknown; meta?: unknown }
  if (code === 'P2034') return ['40001']
  const nested = [...JSON.stringify(meta ?? {}).matchAll(/"([0-9A-Z]{5})"/g)].map(([, state]) => String(state))

  return [String(code ?? ''), String(originalCode ?? ''), ...nested]
}
