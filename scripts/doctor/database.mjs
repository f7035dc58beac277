import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { findUnsafe, isSuperuser, SUPERUSER } from '../postgres/server-rules.mjs'
import { RELEASE } from '../release.mjs'
import { isApplied, readSchema, schemaProblem } from '../schema-state.mjs'
import { ROOT } from '../store/supervisor.mjs'

const FEWEST_CONNECTIONS = 40
const TIMEOUT_MS = 5_000

const DETAILS = `
  SELECT current_setting('server_version') AS name, current_setting('max_connections')::int AS connections,
    current_setting('TimeZone') AS zone`

/** Whether a server can carry the store: version, encoding, connections, clock. */
export function checkServer(url) {
  return reading(url, async (client) => {
    const { rows } = await client.query(DETAILS)
    const facts = rows[0]
    const wrong = [
      ...(await findUnsafe(client)),
      facts.connections < FEWEST_CONNECTIONS &&
        `max_connections is ${facts.connections}: ${FEWEST_CONNECTIONS} or more`,
      facts.zone !== 'UTC' && 'the server does not let a connection work in UTC',
    ].filter(Boolean)

    if (wrong.length > 0) return { state: 'bad', text: `${wrong.join('; ')}: change the server's settings` }

    return (await isSuperuser(client))
      ? { state: 'warn', text: SUPERUSER }
      : { state: 'ok', text: `PostgreSQL ${facts.name}, ${facts.connections} connections` }
  }).catch((error) => ({ state: 'bad', text: `${addressOf(url)} cannot be used: ${why(error)}` }))
}

/** Whether this release may run on the schema, and what its next start would apply. */
export function checkSchema(url) {
  return reading(url, async (client) => {
    const schema = await readSchema(client)
    const problem = schemaProblem(schema, RELEASE)
    if (problem) return { state: 'bad', text: problem }
    if (schema.level === 0) return { state: 'ok', text: 'a bare database: the first start fills it' }
    const pending = migrations().filter((name) => !isApplied(name, schema, RELEASE))
    const where = `level ${schema.level}, made by release ${schema.release ?? '0.1.0'}`

    return pending.length > 0
      ? { state: 'warn', text: `${where}; the next start applies ${pending.length} migrations: make a backup first` }
      : { state: 'ok', text: where }
  }).catch(() => ({ state: 'warn', text: 'not looked at: the database cannot be used' }))
}

/** When the last backup was made; `null` for never. */
export function readLastBackup(url) {
  return reading(url, async (client) => {
    const { rows } = await client.query(`SELECT "value" #>> '{}' AS "at" FROM "Setting" WHERE "key" = 'backup.made'`)

    return rows[0] ? new Date(rows[0].at) : null
  }).catch((error) => {
    // A bare database has no table for it.
    if (error.code === '42P01') return null
    throw error
  })
}

/** A connection on which the server itself refuses to write, and which waits for nothing. */
async function reading(url, check) {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'doctor',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    options: '-c TimeZone=UTC -c default_transaction_read_only=on',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await check(client)
  } finally {
    void client.end().catch(() => {})
  }
}

function why(error) {
  if (error.code === 'ECONNREFUSED') return 'nobody listens there, start the server or put DATABASE_URL right'
  if (error.code === '28P01') return 'the password is wrong, put DATABASE_URL right'
  if (error.code === '3D000') return 'there is no such database, create it or put DATABASE_URL right'

  return `${error.message || error.code}; see whether this machine may reach it`
}

/** Host and port, without the password. */
function addressOf(url) {
  return URL.canParse(url) ? new URL(url).host : 'the address in DATABASE_URL'
}

function migrations() {
  const folder = path.join(ROOT, 'prisma/migrations')

  return fs.readdirSync(folder).filter((name) => fs.existsSync(path.join(folder, name, 'migration.sql')))
}
