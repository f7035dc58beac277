import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { ROOT } from '../store/supervisor.mjs'

const OLDEST = 150_000
const FEWEST_CONNECTIONS = 40
const SKEW_MS = 2_000

const FACTS = `
  SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
    current_setting('max_connections')::int AS connections, current_setting('server_encoding') AS encoding,
    current_setting('fsync') AS fsync, current_setting('TimeZone') AS zone, clock_timestamp() AS now`

/** Whether a server can carry the store: version, encoding, connections, clock, migrations. */
export async function lookAtDatabase(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, options: '-c TimeZone=UTC' })
  await client.connect()
  try {
    const { rows } = await client.query(FACTS)
    const facts = rows[0]
    const skew = Math.abs(facts.now - Date.now())
    const applied = await client.query('SELECT migration_name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL')
    const known = new Set(applied.rows.map((row) => row.migration_name))
    const pending = migrations().filter((name) => !known.has(name))
    const wrong = [
      facts.version < OLDEST && `PostgreSQL ${facts.name} is too old: 15 or newer`,
      facts.encoding !== 'UTF8' && `the encoding is ${facts.encoding}, not UTF8`,
      facts.connections < FEWEST_CONNECTIONS &&
        `max_connections is ${facts.connections}: ${FEWEST_CONNECTIONS} or more`,
      facts.fsync !== 'on' && 'fsync is off: a power cut loses orders',
      facts.zone !== 'UTC' && 'the server does not let a connection work in UTC',
      skew > SKEW_MS && `its clock is ${Math.round(skew / 1000)} s away from ours`,
      pending.length > 0 && `${pending.length} migrations are not applied`,
    ].filter(Boolean)

    return wrong.length > 0
      ? { state: 'bad', text: wrong.join('; ') }
      : { state: 'ok', text: `PostgreSQL ${facts.name}, ${known.size} migrations, ${facts.connections} connections` }
  } finally {
    await client.end()
  }
}

function migrations() {
  const folder = path.join(ROOT, 'prisma/migrations')

  return fs.readdirSync(folder).filter((name) => fs.existsSync(path.join(folder, name, 'migration.sql')))
}
