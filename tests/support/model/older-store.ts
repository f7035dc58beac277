import fs from 'node:fs'
import type pg from 'pg'
import { migrate } from '#scripts/migrate.mjs'
import { FORMER_STEPS } from './former-steps.ts'
import { benchClient } from './statements.ts'

const FOLDER = 'prisma/migrations'

/** The migrations of this release, in their order. */
export function migrationNames(): string[] {
  return fs
    .readdirSync(FOLDER, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? entry.name : []))
    .sort()
}

/** Brings a database up to a release that knew the first `count` migrations. */
export async function migrateTo(url: string, count: number): Promise<string[]> {
  const known = new Set(migrationNames().slice(0, count))

  return migrate(
    url,
    FOLDER,
    () => undefined,
    (name) => known.has(name),
  )
}

/** A database as release 0.1.0 leaves it: the schema of the first migration, and in the books the steps of that release. */
export async function makeFormer(url: string, steps = FORMER_STEPS): Promise<void> {
  await migrateTo(url, 1)
  const bench = await benchClient(url)
  await bench.query('TRUNCATE "_prisma_migrations"')
  await bench.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at) SELECT gen_random_uuid(), '', name, now()
     FROM unnest($1::text[]) AS name`,
    [steps],
  )
  await bench.end()
}

// What a row needs to hang together with the others; every further column that must be filled is filled by its type.
const TABLES: [table: string, columns: Record<string, string>][] = [
  ['Sku', { id: 'n' }],
  ['Plan', { id: `'pln' || n`, skuId: 'n' }],
  ['Person', { id: `'per' || n` }],
  ['Quote', { id: `'quo' || n`, planId: `'pln' || n`, skuId: 'n' }],
  ['Order', { id: `'ord' || n`, personId: `'per' || n`, number: `'LF-' || n` }],
  ['Line', { id: `'lin' || n`, orderId: `'ord' || n`, quoteId: `'quo' || n`, state: cycle('LineState') }],
  ['Attempt', { id: `'att' || n`, lineId: `'lin' || n`, state: cycle('AttemptState'), sentAt: 'now()' }],
  ['UpstreamOrder', { orderNum: `'EP' || n`, lineId: `'lin' || n`, attemptId: `'att' || n` }],
  [
    'Card',
    {
      id: `'crd' || n`,
      lineId: `'lin' || n`,
      orderNum: `'EP' || n`,
      iccid: `(8900000000 + n)::text`,
      cancelState: cycle('CardCancelState'),
    },
  ],
  ['Payment', { id: `'pay' || n`, orderId: `'ord' || n`, state: cycle('PaymentState') }],
  ['Refund', { id: `'rfd' || n`, paymentId: `'pay' || n`, state: cycle('RefundState') }],
  ['CancelAttempt', { id: `'can' || n`, orderNum: `'EP' || n`, lineId: `'lin' || n`, state: cycle('CancelState') }],
  ['ProviderEvent', { id: `'evt' || n` }],
  ['Outbox', { id: `'out' || n`, orderId: `'ord' || n` }],
]

function cycle(type: string): string {
  return `(enum_range(NULL::"${type}"))[1 + n % cardinality(enum_range(NULL::"${type}"))]`
}

/** Fills a database of that release with orders in all states, and everything that hangs on them. */
export async function fillStore(client: pg.Client, orders: number): Promise<void> {
  for (const [table, columns] of TABLES) {
    const all = { ...(await requiredColumns(client, table)), ...columns }
    const names = Object.keys(all).map((name) => client.escapeIdentifier(name))
    const values = Object.values(all).join(', ')
    await client.query(
      `INSERT INTO ${client.escapeIdentifier(table)} (${names.join(', ')}) SELECT ${values} FROM generate_series(1, ${orders}) AS n`,
    )
  }
}

/** How many rows there are, per table and per state of an item. */
export async function countStore(client: pg.Client): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [table] of TABLES) {
    const { rows } = await client.query(`SELECT count(*)::int AS n FROM ${client.escapeIdentifier(table)}`)
    counts[table] = rows[0].n
  }
  const { rows } = await client.query(`SELECT state::text, count(*)::int AS n FROM "Line" GROUP BY state`)
  for (const { state, n } of rows) counts[`Line ${state}`] = n

  return counts
}

async function requiredColumns(client: pg.Client, table: string): Promise<Record<string, string>> {
  const { rows } = await client.query(
    `SELECT column_name AS name, data_type AS type, udt_name AS udt FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL
       AND is_identity = 'NO'`,
    [table],
  )

  return Object.fromEntries(rows.map(({ name, type, udt }) => [name, fillerOf(type, udt)]))
}

function fillerOf(type: string, udt: string): string {
  if (type === 'USER-DEFINED') return cycle(udt)
  if (type === 'character') return `'USD'`
  if (type === 'jsonb') return `'{}'`
  if (type === 'ARRAY') return `'{}'`
  if (type === 'boolean') return 'false'
  if (type === 'bytea') return `'\\x00'`
  if (type.startsWith('timestamp') || type === 'date') return 'now()'

  return type === 'text' || type === 'character varying' ? `'x' || n` : '1'
}
