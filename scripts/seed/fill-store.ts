import type pg from 'pg'
import { env } from '#lib/core/env.ts'
import { pool } from '#lib/core/repository/client.ts'
import { bookRows } from './books.ts'
import { sealCodes } from './codes.ts'
import { type Chunk, draftChunk } from './drafts.ts'
import { DRAFTS, FUNCTIONS } from './draws.ts'
import { networkRows } from './network.ts'
import { returnRows } from './returns.ts'
import { saleRows } from './sales.ts'

const CHUNK = 10_000
const MARKS = `
  INSERT INTO "DayMark" SELECT DISTINCT "mode", ("createdAt" AT TIME ZONE 'UTC')::date, 0 FROM "Order"
  UNION ALL SELECT DISTINCT 'supplier', ("at" AT TIME ZONE 'UTC')::date, 0 FROM "SupplierEntry" ON CONFLICT DO NOTHING`

/** What to fill a store with. The same request gives the same rows, but for the noise in sealed values and due times. */
export type SeedInput = { orders: number; seed: number; end: Date; onProgress?: (done: number) => void }

/** How many orders a store has; a running trial store with sales of its own is not to be mixed with made-up ones. */
export async function countOrders(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>('SELECT count(*)::int AS count FROM "Order"')

  return rows[0]?.count ?? 0
}

/**
 * Writes made-up orders with all that belongs to them, in chunks of 10,000, each in one transaction. Needs a catalogue.
 *
 * Nothing of it is due: a worker leaves it alone. Top-ups, links and sessions of buyers are not made.
 */
export async function fillStore({ orders, seed, end, onProgress }: SeedInput): Promise<void> {
  const base = await countOrders()
  const client = await pool().connect()
  try {
    await client.query('SET statement_timeout = 0')
    await client.query('SET idle_in_transaction_session_timeout = 0')
    await client.query(`SELECT set_config('seed.seed', $1, false)`, [String(seed)])
    await client.query(FUNCTIONS)
    await client.query(DRAFTS)
    const plans = (await client.query<{ count: number }>('SELECT count(*)::int AS count FROM seed_plan')).rows[0]?.count
    if (!plans) throw new Error('There is no catalogue yet: run `npm run catalog:sync` first.')
    const facts = { base, total: orders, end, plans, isTrusted: await maySkipChecks(client), ...money() }
    for (let from = base; from < base + orders; from += CHUNK) {
      await writeChunk(client, { ...facts, from, until: Math.min(from + CHUNK, base + orders) })
      onProgress?.(Math.min(from + CHUNK - base, orders))
    }
    // Written without triggers, nothing has marked its day.
    await client.query(MARKS)
    await client.query('VACUUM ANALYZE')
  } finally {
    // Not given back to the pool: it has settings and tables of its own.
    client.release(true)
  }
}

async function writeChunk(client: pg.PoolClient, chunk: Chunk): Promise<void> {
  await client.query('BEGIN')
  await client.query('SET LOCAL synchronous_commit = off')
  // Every reference is to a row of the same chunk: looking each of them up again would take three times as long.
  if (chunk.isTrusted) await client.query('SET LOCAL session_replication_role = replica')
  for (const [sql, values] of draftChunk(chunk)) await client.query(sql, values)
  await sealCodes(client)
  for (const rows of [saleRows, networkRows, returnRows, bookRows]) {
    for (const [sql, values] of rows(chunk)) await client.query(sql, values)
  }
  await client.query('COMMIT')
}

async function maySkipChecks(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT has_parameter_privilege('session_replication_role', 'SET') AS may`,
  )

  return rows[0]?.may ?? false
}

function money(): Pick<Chunk, 'minor' | 'currency' | 'costCurrency'> {
  const { STORE_CURRENCY: currency, RESELLER_API_CURRENCY: costCurrency } = env
  // As display data has it: near enough for prices that nobody pays.
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits

  return { minor: 10 ** (digits ?? 2), currency, costCurrency }
}
