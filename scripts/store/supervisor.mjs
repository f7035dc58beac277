import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { connects, isListening, keepRunning } from './child.mjs'
import { claimDataDir, knownPorts, openDataDir, readSecrets, rememberPorts } from './data-dir.mjs'
import { requireDataKeys } from './data-keys.ts'
import { openDatabase } from './database.mjs'
import { StartError } from './fail.mjs'
import { INNER_PORTS, innerServers } from './inner-servers.mjs'
import { makeSay } from './say.mjs'
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
  const say = isQuiet ? () => {} : makeSay()
  const settings = readSettings(process.env, ROOT)
  openDataDir(settings.dataDir)
  // Nothing of a store with a database server of its own lives here but notes that any process may write.
  const giveBack = claimDataDir(settings.dataDir, { mayJoin: mayJoin || settings.databaseUrl !== null })
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
    const secrets = readSecrets(settings.dataDir)
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

function storeEnvironment({ settings, secrets, told, database }) {
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
