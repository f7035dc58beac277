import type pg from 'pg'

/** A table as a backup holds it. The columns are named, so that a later schema may have more of them. */
export type Table = { name: string; columns: string[] }

/** Of the running processes, not of the store: they begin anew after a restore. */
const OF_THE_MOMENT = [
  'Alarm',
  'Breaker',
  'EarlyExpiry',
  'Heartbeat',
  'RateLimit',
  'Rewrite',
  'SchemaState',
  'Slot',
  'StaffSession',
  'UpstreamSession',
]

/** Made of the other tables: every row that a restore brings marks its day, and the days are added up anew. */
const DERIVED = ['DayMark', 'DaySum', 'SupplierDay']
const LEFT_OUT = [...OF_THE_MOMENT, ...DERIVED]
const MIGRATION_BOOKS = '_prisma_migrations'

/** What the migrations themselves put into tables: an empty store has these rows. */
const FIRST_ROWS = [...LEFT_OUT, 'CatalogState', 'PriceRule']

const COLUMNS = `
  SELECT c.relname AS "table", array_agg(a.attname::text ORDER BY a.attnum) AS "columns"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  GROUP BY c.relname ORDER BY c.relname`

const REFERENCES = `
  SELECT child.relname AS "child", parent.relname AS "parent"
  FROM pg_constraint k JOIN pg_class child ON child.oid = k.conrelid JOIN pg_class parent ON parent.oid = k.confrelid
  WHERE k.contype = 'f' AND child.relnamespace = 'public'::regnamespace AND child.oid <> parent.oid`

/** The tables of the store in an order in which they can be filled: whatever is referred to comes first. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const all = await client.query<{ table: string; columns: string[] }>(COLUMNS)
  const references = await client.query<{ child: string; parent: string }>(REFERENCES)
  const wanted = all.rows.filter(({ table }) => table !== MIGRATION_BOOKS && !LEFT_OUT.includes(table))
  const waiting = new Map(wanted.map(({ table, columns }) => [table, columns]))
  const ordered: Table[] = []
  while (waiting.size > 0) {
    const ready = [...waiting.keys()].find((name) =>
      references.rows.every(({ child, parent }) => child !== name || !waiting.has(parent)),
    )
    if (ready === undefined) throw new Error('The tables refer to each other in a circle.')
    ordered.push({ name: ready, columns: waiting.get(ready) ?? [] })
    waiting.delete(ready)
  }

  return ordered
}

/** The tables that hold more than a store has on its first day. */
export async function listUsedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(COLUMNS)
  const used: string[] = []
  for (const { table } of rows) {
    if (table === MIGRATION_BOOKS || FIRST_ROWS.includes(table)) continue
    const found = await client.query(`SELECT 1 FROM ${quoted(table)} LIMIT 1`)
    if (found.rows.length > 0) used.push(table)
  }

  return used
}

/** A migration that a database has. */
export type Migration = { name: string; checksum: string }

/** The migrations a database has, none when it is bare. */
export async function listMigrations(client: pg.Client): Promise<Migration[]> {
  const books = await client.query<{ books: string | null }>(`SELECT to_regclass($1)::text AS "books"`, [
    `public.${quoted(MIGRATION_BOOKS)}`,
  ])
  if (!books.rows[0]?.books) return []
  const { rows } = await client.query<Migration>(
    `SELECT migration_name AS "name", checksum FROM ${quoted(MIGRATION_BOOKS)}
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  )

  return rows
}

/** Sets every counter of these tables behind the highest number in use. */
export async function resetCounters(client: pg.Client, tables: Table[]): Promise<void> {
  for (const { name, columns } of tables) {
    for (const column of columns) {
      const { rows } = await client.query<{ counter: string | null }>(
        'SELECT pg_get_serial_sequence($1, $2) AS "counter"',
        [quoted(name), column],
      )
      const counter = rows[0]?.counter
      if (!counter) continue
      await client.query(`SELECT setval($1, coalesce(max(${quoted(column)}), 0) + 1, false) FROM ${quoted(name)}`, [
        counter,
      ])
    }
  }
}

/** A name as SQL spells it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Table and columns as COPY wants them. */
export function copyTarget({ name, columns }: Table): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`
}
