import pg from 'pg'

/** One statement on its way to the database. `kind` tells where in a transaction it stands. */
export type Statement = { text: string; kind: 'begin' | 'commit' | 'rollback' | 'statement' }

/** What happens around a statement: it may wait, fail, or end the connection, before or after it was carried out. */
export type Around = (statement: Statement, run: () => Promise<unknown>, client: pg.Client) => Promise<unknown>

type Query = (this: pg.Client, ...args: unknown[]) => unknown

const original = pg.Client.prototype.query as unknown as Query
const benches = new WeakSet<pg.Client>()
let layers: Around[] = []

/** Puts `next` around every statement of the store's own connections, outside of what is there already; off when called. */
export function aroundStatements(next: Around): () => void {
  layers = [...layers, next]
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query

  return () => {
    layers = layers.filter((layer) => layer !== next)
    if (layers.length === 0) pg.Client.prototype.query = original as typeof pg.Client.prototype.query
  }
}

/** A connection of the test bench, which no fault strikes. */
export async function benchClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'bench' })
  benches.add(client)
  await client.connect()

  return client
}

/** Cuts the item under a connection, as a power cut at the other end would. */
export function cut(client: pg.Client): void {
  const { connection } = client as unknown as { connection?: { stream: { destroy: () => void } } }
  connection?.stream.destroy()
}

/** Has the server itself refuse: the transaction around it is aborted as by a real failure of this class. */
export function refuse(client: pg.Client, state: string): Promise<never> {
  const text = `DO $$ BEGIN RAISE EXCEPTION 'a fault of the bench' USING ERRCODE = '${state}'; END $$`

  return original.call(client, text) as Promise<never>
}

/** A pool asks with a callback for what is no part of a transaction. A stream is none of the store's own statements. */
function query(this: pg.Client, ...args: unknown[]): unknown {
  const [config] = args
  const text = typeof config === 'string' ? config : (config as { text?: unknown } | undefined)?.text
  if (layers.length === 0 || benches.has(this) || typeof text !== 'string') return original.apply(this, args)
  const callback = args.at(-1)
  const statement = { text, kind: kindOf(text) }
  const carryOut = async () => original.apply(this, typeof callback === 'function' ? args.slice(0, -1) : args)
  const done = layers.reduce<() => Promise<unknown>>((run, layer) => () => layer(statement, run, this), carryOut)()
  if (typeof callback !== 'function') return done
  done.then(
    (result) => process.nextTick(callback, null, result),
    (error: unknown) => process.nextTick(callback, error),
  )
}

function kindOf(text: string): Statement['kind'] {
  const word = text.trimStart().slice(0, 8).toUpperCase()
  if (word.startsWith('BEGIN')) return 'begin'
  if (word.startsWith('COMMIT')) return 'commit'

  return word.startsWith('ROLLBACK') ? 'rollback' : 'statement'
}
