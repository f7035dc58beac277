import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../embedded-postgres.mjs'
import { migrate } from '../migrate.mjs'
import { findUnsafe, isSuperuser, SUPERUSER } from '../postgres/server-rules.mjs'
import { postmasterPid } from '../postgres/users.mjs'
import { withClient } from '../postgres/with-client.mjs'
import { connects, isListening, keepRunning } from './child.mjs'
import { claimDataDir, knownPorts, openDataDir, readSecrets, rememberPorts } from './data-dir.mjs'
import { requireDataKeys } from './data-keys.ts'
import { makePrinter, StartError } from './fail.mjs'
import { readSettings } from './settings.mjs'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/**
 * Everything around the web process: settings, data directory, database, the inner servers of a trial store.
 *
 * Returns what the web process needs (`env`) and `stop`, which ends all of it, the database last. With `mayJoin` a
 * running store of the same data directory lends its inner servers and its database.
 */
export async function openStore({ needsPort = true, mayJoin = false, isQuiet = false }) {
  loadEnvFile()
  const say = isQuiet ? () => {} : makePrinter()
  const settings = readSettings(process.env, ROOT)
  openDataDir(settings.dataDir)
  const giveBack = claimFor(settings, { mayJoin })
  const running = []
  const stop = onceOnly(async () => {
    for (const part of running.reverse()) await part.stop()
    giveBack?.()
  })
  stopOnSignal(stop, say)

  try {
    if (needsPort && (await connects(settings.port, settings.hostname))) {
      throw new StartError(`Port ${settings.port} is in use. Stop what listens there, or set PORT.`)
    }
    const secrets = readSecrets(settings.dataDir, settings.mode)
    const ports = giveBack ? await rememberPorts(settings.dataDir, INNER_PORTS) : knownPorts(settings.dataDir)
    const inner = innerServers({ settings, secrets, ports, root: ROOT })
    const database = await openDatabase({ settings, root: ROOT, say })
    running.push({ stop: database.close })
    say(`database: ${database.where}, ${database.applied.length} migrations applied`)
    const env = storeEnvironment({ settings, secrets, told: inner.env, database })
    await requireDataKeys(database.url, env.DATA_KEYS)
    if (giveBack) await Promise.all(inner.servers.map((server) => startInner({ server, running, say })))

    return { settings, env, say, stop, running }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Takes the mark of the data directory as `claimDataDir` does, where it is wanted. What joins a live store brings
 * nothing that others need: with the mark, a worker that starts first would keep the web process out.
 */
export function claimFor({ mode, dataDir, databaseUrl }, { mayJoin }) {
  // Nothing of a store with a database server of its own lives here but notes that any process may write.
  if (databaseUrl !== null) return claimDataDir(dataDir, { mayJoin: true })

  return mayJoin && mode === 'live' ? null : claimDataDir(dataDir, { mayJoin })
}

async function startInner({ server, running, say }) {
  const { name, program, logFile, port, own } = server
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', STORE_MODE: 'trial', ...own }
  if (process.env.TIME_SCALE) env.TIME_SCALE = process.env.TIME_SCALE
  const child = keepRunning({ name, program, env, logFile, port, say })
  running.push(child)
  if (!(await isListening({ port, child, timeoutMs: 20_000 }))) {
    throw new StartError(`The ${name} did not start: see ${logFile}`)
  }
  say(`${name}: http://127.0.0.1:${port}`)
}

/** What the processes of a store are started with: what was set, what was understood of it, and its secrets. */
export function storeEnvironment({ settings, secrets, told, database }) {
  const own = { INTERNAL_SECRET: secrets.INTERNAL_SECRET }
  if (settings.mode === 'trial') {
    for (const name of ['SESSION_SECRET', 'DATA_KEYS', 'TEST_PAYMENTS_KEY', 'TEST_PAYMENTS_WEBHOOK_SECRET']) {
      own[name] = secrets[name]
    }
  }
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))

  return {
    ...own,
    ...given,
    ...told,
    STORE_MODE: settings.mode,
    PORT: String(settings.port),
    HOSTNAME: settings.hostname,
    PUBLIC_URL: settings.publicUrl,
    NEXTAUTH_URL: settings.publicUrl,
    DATA_DIR: settings.dataDir,
    DATABASE_URL: database.url,
    // It stands in the address: whoever finds both refuses to guess. Absent, it would be read from `.env` again.
    DATABASE_PASSWORD: '',
    ...(database.directory && { EMBEDDED_POSTGRES_DIR: database.directory }),
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_MANUAL_SIG_HANDLE: '1',
    TZ: 'UTC',
  }
}

/** Adds what `.env` says to the environment; what is set already stays. */
export function loadEnvFile() {
  if (process.env.ENV_FILE === 'off') return
  try {
    process.loadEnvFile(path.join(ROOT, '.env'))
  } catch (error) {
    if (error.code !== 'ENOENT') throw new StartError(`.env cannot be read: ${error.message}`)
  }
}

function stopOnSignal(stop, say) {
  let asked = false
  const end = async () => {
    if (asked) return
    asked = true
    say('stopping')
    await stop()
    say('stopped')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
  if (!process.env.npm_lifecycle_event) return
  // npm passes a signal to the shell between us, and that shell ends without passing it on.
  const shell = process.ppid
  setInterval(() => process.ppid !== shell && end(), 500).unref()
}

function onceOnly(work) {
  let done
  return () => {
    done ??= work()

    return done
  }
}

/**
 * The servers that stand in for the outside world in a trial store: which of them this store needs, with their own
 * environment, and what the store itself has to be told about them.
 */
export function innerServers({ settings, secrets, ports, root }) {
  if (settings.mode === 'live') return { servers: [], env: {} }
  const all = [
    !settings.hasProvider && providerSandbox(secrets, ports),
    !settings.hasTestPayments && payments(settings, secrets, ports),
    !settings.hasMail && mail(ports),
  ]
  const servers = all.filter(Boolean).map(({ own, ...server }) => ({
    ...server,
    program: path.join(root, 'sandbox', server.folder, 'main.ts'),
    logFile: path.join(settings.dataDir, 'logs', `${server.folder}.log`),
    own: { HOST: '127.0.0.1', DATA_DIR: path.join(settings.dataDir, 'sandbox', server.folder), ...own },
  }))

  return {
    servers,
    env: Object.assign({}, ...servers.map(({ told }) => told)),
  }
}

const INNER_PORTS = ['upstream', 'payments', 'smtp', 'mail']

function providerSandbox(secrets, ports) {
  const account = {
    RESELLER_API_PHONE: '13800000000',
    RESELLER_API_PASSWORD: secrets.RESELLER_API_PASSWORD,
    RESELLER_API_SECRET: secrets.RESELLER_API_SECRET,
  }
  const url = `http://127.0.0.1:${ports.upstream}`

  return {
    name: 'sandbox upstream',
    folder: 'upstream',
    port: ports.upstream,
    own: {
      PORT: String(ports.upstream),
      SANDBOX_PHONE: account.RESELLER_API_PHONE,
      SANDBOX_PASSWORD: account.RESELLER_API_PASSWORD,
      SANDBOX_SECRET: account.RESELLER_API_SECRET,
      // Physical eSIMs in somebody's hands, so that a plan can be put on one.
      SANDBOX_COUNTER_CARDS: '2',
    },
    told: { RESELLER_API_URL: url, RESELLER_API_HTTP_URL: url, ...account },
  }
}

function payments(settings, secrets, ports) {
  const keys = {
    TEST_PAYMENTS_KEY: secrets.TEST_PAYMENTS_KEY,
    TEST_PAYMENTS_WEBHOOK_SECRET: secrets.TEST_PAYMENTS_WEBHOOK_SECRET,
  }

  return {
    name: 'test payments',
    folder: 'payments',
    port: ports.payments,
    own: {
      PORT: String(ports.payments),
      WEBHOOK_URL: `http://127.0.0.1:${settings.port}/api/webhooks/test-payments`,
      ...keys,
    },
    told: { TEST_PAYMENTS_URL: `http://127.0.0.1:${ports.payments}`, ...keys },
  }
}

function mail(ports) {
  return {
    name: 'mail catcher',
    folder: 'mail',
    port: ports.mail,
    own: { PORT: String(ports.mail), SMTP_PORT: String(ports.smtp) },
    told: { SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`, MAIL_VIEW_URL: `http://127.0.0.1:${ports.mail}` },
  }
}

const WATCH_MS = 1_000
const LOG_EVERY = 60
// Nobody listens there yet, or the server is still starting.
const NOT_THERE = ['ECONNREFUSED', '57P03']

/** The database of `settings`, migrated: the operator's own, or the embedded one, which is then watched over. */
export async function openDatabase({ settings, root, say }) {
  const directory = path.join(settings.dataDir, 'postgres')
  const embedded = settings.databaseUrl ? null : await start(directory)
  const url = embedded?.url ?? settings.databaseUrl
  let applied
  try {
    applied = await migrateWhenThere(url, { root, say })
  } catch (error) {
    await embedded?.release()
    throw new StartError(`The database cannot be prepared: ${error.message || error.code}`)
  }
  const watch = embedded ? watchOver(directory, say) : null

  return {
    url,
    applied,
    where: embedded ? `embedded PostgreSQL in ${directory} (${embedded.how})` : 'the server of DATABASE_URL',
    directory: embedded ? directory : null,
    close: async () => {
      watch?.abort()
      await embedded?.release()
    },
  }
}

/** A server of the operator's own may start after the store: nothing is wrong until it answers. */
async function migrateWhenThere(url, { root, say }) {
  for (let tries = 0; ; tries++) {
    try {
      await requireSafe(url, say)

      return await migrate(url, path.join(root, 'prisma/migrations'), say)
    } catch (error) {
      if (!NOT_THERE.includes(error.code)) throw error
      if (tries % LOG_EVERY === 0) say(`the server of DATABASE_URL does not answer (${error.code}), waiting for it`)
      await sleep(WATCH_MS)
    }
  }
}

/** A server that may forget what it has confirmed gets no paid order. */
async function requireSafe(url, say) {
  return withClient({ connectionString: url }, async (client) => {
    const unsafe = await findUnsafe(client)
    if (unsafe.length > 0) throw new Error(unsafe.join('; '))
    if (await isSuperuser(client)) say(SUPERUSER)
  })
}

async function start(directory) {
  try {
    return await startEmbeddedPostgres(directory)
  } catch (error) {
    throw new StartError(`The embedded database did not start: ${error.message}`)
  }
}

/** A killed server is started again on the same port, where the pools of the running processes find it. */
function watchOver(directory, say) {
  const stop = new AbortController()
  const loop = async () => {
    while (!stop.signal.aborted) {
      await sleep(WATCH_MS)
      if (stop.signal.aborted || postmasterPid(path.join(directory, 'pgdata'))) continue
      say('the embedded database ended, starting it again')
      await startEmbeddedPostgres(directory).catch((error) => say(`it did not start: ${error.message}`))
    }
  }
  void loop()

  return stop
}
