import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.mjs'
import { postmasterPid } from './users.mjs'
import { withClient } from './with-client.mjs'

// The server's first role may do everything; it starts and looks after the server, and the store never works as it.
const FIRST_ROLE = 'landfall'

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // the default directory often belongs to somebody else
  max_connections: '60',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

export const readJson = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null)
const writePrivate = (file, text) => fs.writeFileSync(file, text, { mode: 0o600 })

/**
 * Keeps port and password of the server. Written beside and renamed, and only when something has changed: emptied and
 * not written again, on a full disk, the file would take the password with it.
 */
export function keepState(dir, state) {
  const file = path.join(dir, 'embedded.json')
  const text = JSON.stringify(state)
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) return
  writePrivate(`${file}.new`, text)
  fs.renameSync(`${file}.new`, file)
}

async function query({ port, password }, sql, { values, database = 'postgres' } = {}) {
  const config = { host: '127.0.0.1', port, user: FIRST_ROLE, password, database, connectionTimeoutMillis: 2000 }

  return withClient(config, async (client) => (await client.query(sql, values)).rows)
}

/** True when the server behind state.port is the one of this data directory (ports are reused by other programs). */
export async function answers(state, data) {
  try {
    const [row] = await query(state, 'SHOW data_directory')
    return fs.realpathSync(row.data_directory) === fs.realpathSync(data)
  } catch {
    return false
  }
}

/** Answers the address of the store's database, with the role that owns it, and one with the server's first role. */
export async function openStore(dir, state) {
  await ensureStore(
    state,
    (sql, options) => query(state, sql, options),
    () => keepState(dir, state),
  )

  return addressesOf(state)
}

/** Both addresses. Until the first start of this release a data directory of 0.1 has no role but the first. */
export function addressesOf({ port, password, storePassword }) {
  const at = `127.0.0.1:${port}/${DATABASE}`
  const adminUrl = `postgresql://${FIRST_ROLE}:${password}@${at}`

  return { url: storePassword ? `postgresql://${STORE_ROLE}:${storePassword}@${at}` : adminUrl, adminUrl }
}

export function createCluster(dir, data, binary, user) {
  const state = { password: randomBytes(18).toString('base64url'), port: 0 }
  const passwordFile = path.join(dir, 'password.tmp')
  const unfinished = `${data}.new`
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(unfinished, { mode: 0o700 })
  writePrivate(passwordFile, state.password)
  user.give(unfinished)
  user.give(passwordFile)
  const [file, args] = user.command(binary('initdb'), [
    ...['-D', unfinished, '-U', FIRST_ROLE, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    ...['-E', 'UTF8', '--locale=C', '--no-instructions'],
  ])
  try {
    execFileSync(file, args, { ...user.options, stdio: 'pipe' })
  } finally {
    fs.rmSync(passwordFile, { force: true })
  }
  keepState(dir, state)
  fs.renameSync(unfinished, data) // a half-made cluster never gets the final name
  return state
}

export async function startServer(dir, data, state, binary, user) {
  const log = fs.openSync(path.join(dir, 'postgres.log'), 'a')
  user.give(data)
  // After kill -9 the dead postmaster may linger for a second or two ("postmaster.pid already exists"): try again.
  for (let attempt = 0; attempt < 20; attempt++) {
    state.port = await freePort(state.port)
    keepState(dir, state)
    const settings = Object.entries({ ...SETTINGS, port: state.port }).flatMap(([k, v]) => ['-c', `${k}=${v}`])
    const [file, args] = user.command(binary('postgres'), ['-D', data, ...settings])
    // detached: Ctrl-C in the terminal must reach the store first and the database last
    const server = spawn(file, args, { ...user.options, stdio: ['ignore', log, log], detached: true })
    let dead = false
    server.once('exit', () => {
      dead = true
    })
    server.once('error', () => {
      dead = true
    })
    server.unref()
    for (let tries = 0; tries < 1200 && !dead; tries++) {
      if (await answers(state, data)) {
        fs.closeSync(log)
        return
      }
      await sleep(50)
    }
    await sleep(250)
  }
  throw new Error(`The embedded PostgreSQL did not start. See ${path.join(dir, 'postgres.log')}`)
}

/** SIGINT is PostgreSQL's "fast" shutdown: open transactions are rolled back, everything committed is on disk. */
export async function stopServer(data) {
  const pid = postmasterPid(data)
  if (!pid) return
  process.kill(pid, 'SIGINT')
  for (let tries = 0; tries < 600 && fs.existsSync(path.join(data, 'postmaster.pid')); tries++) await sleep(50)
}

/** The role that the store works as: it owns its database and everything in it, and nothing else of the server. */
const STORE_ROLE = 'store'
const DATABASE = 'landfall'

// Databases of its own are what tests and new migrations are made in; a trial of a backup wants one too.
const RIGHTS = 'LOGIN CREATEDB NOSUPERUSER NOCREATEROLE NOREPLICATION NOBYPASSRLS'

// A data directory of release 0.1 was filled by the server's first role, which nothing can take its rights from.
// `REASSIGN OWNED` refuses that role as a whole: whatever is the store's is named one by one.
const HAND_OVER = `
  DO $$
  DECLARE change text;
  BEGIN
    FOR change IN
      SELECT format('ALTER SCHEMA %I', nspname) FROM pg_namespace
        WHERE nspowner <> '${STORE_ROLE}'::regrole AND nspname <> 'public' AND nspname !~ '^pg_'
          AND nspname <> 'information_schema'
      UNION ALL SELECT format('ALTER %s %s', CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW'
          WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, c.oid::regclass)
        FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
        WHERE relowner <> '${STORE_ROLE}'::regrole AND relkind IN ('r', 'p', 'v', 'm', 'S')
          AND nspname !~ '^pg_' AND nspname <> 'information_schema'
          AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid
            AND relkind = 'S' AND deptype IN ('a', 'i'))
      UNION ALL SELECT format('ALTER ROUTINE %s', p.oid::regprocedure)
        FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
        WHERE proowner <> '${STORE_ROLE}'::regrole AND nspname !~ '^pg_' AND nspname <> 'information_schema'
      UNION ALL SELECT format('ALTER TYPE %s', t.oid::regtype)
        FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace LEFT JOIN pg_class c ON c.oid = typrelid
        WHERE typowner <> '${STORE_ROLE}'::regrole AND (typtype IN ('e', 'd') OR relkind = 'c')
          AND nspname !~ '^pg_' AND nspname <> 'information_schema'
    LOOP
      EXECUTE change || ' OWNER TO "${STORE_ROLE}"';
    END LOOP;
  END $$`

/**
 * Sees to it that the store's role and database are there and belong together, also in a data directory that an earlier
 * release has filled. `query` asks as the server's first role; `keep` stores a changed state.
 *
 * @param {{ storePassword?: string }} state
 * @param {(sql: string, options?: { values?: unknown[], database?: string }) => Promise<any[]>} query
 * @param {() => void} keep
 */
async function ensureStore(state, query, keep) {
  if (!state.storePassword) {
    state.storePassword = randomBytes(18).toString('base64url')
    // Before the role: a password that the server knows and nobody else would keep the store out.
    keep()
  }
  const [role] = await query('SELECT 1 FROM pg_roles WHERE rolname = $1', { values: [STORE_ROLE] })
  if (!role) await query(`CREATE ROLE "${STORE_ROLE}" ${RIGHTS} PASSWORD '${state.storePassword}'`)
  const [database] = await query('SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1', {
    values: [DATABASE],
  })
  if (!database) await query(`CREATE DATABASE "${DATABASE}" OWNER "${STORE_ROLE}"`)
  else {
    if (database.owner !== STORE_ROLE) await query(`ALTER DATABASE "${DATABASE}" OWNER TO "${STORE_ROLE}"`)
    await query(HAND_OVER, { database: DATABASE })
  }
}
