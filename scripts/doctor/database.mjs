import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { findUnsafe, isSuperuser, SUPERUSER } from '../postgres/server-rules.mjs'
import { ROOT } from '../store/supervisor.mjs'

const FEWEST_CONNECTIONS = 40

const FACTS = `
  SELECT current_setting('server_version') AS name, current_setting('max_connections')::int AS connections,
    current_setting('TimeZone') AS zone`

/** Whether a server can carry the store: version, encoding, connections, clock, migrations. */
export async function lookAtDatabase(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, options: '-c TimeZone=UTC' })
  await client.connect()
  try {
    const { rows } = await client.query(FACTS)
    const facts = rows[0]
    const applied = await client.query('SELECT migration_name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL')
    const known = new Set(applied.rows.map((row) => row.migration_name))
    const pending = migrations().filter((name) => !known.has(name))
    const wrong = [
      ...(await findUnsafe(client)),
      facts.connections < FEWEST_CONNECTIONS &&
        `max_connections is ${facts.connections}: ${FEWEST_CONNECTIONS} or more`,
      facts.zone !== 'UTC' && 'the server does not let a connection work in UTC',
      pending.length > 0 && `${pending.length} migrations are not applied`,
    ].filter(Boolean)

    if (wrong.length > 0) return { state: 'bad', text: wrong.join('; ') }

    return (await isSuperuser(client))
      ? { state: 'warn', text: SUPERUSER }
      : { state: 'ok', text: `PostgreSQL ${facts.name}, ${known.size} migrations, ${facts.connections} connections` }
  } finally {
    await client.end()
  }
}

function migrations() {
  const folder = path.join(ROOT, 'prisma/migrations')

  return fs.readdirSync(folder).filter((name) => fs.existsSync(path.join(folder, name, 'migration.sql')))
}
