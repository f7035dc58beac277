import fs from 'node:fs'
import path from 'node:path'
import { readBackupSettings } from '../backup/settings.mjs'
import { FLOORS, findBelowFloor } from '../check-floors.mjs'
import { findEmbeddedPostgres } from '../embedded-postgres.mjs'
import { RELEASE } from '../release.mjs'
import { isBuildCurrent } from '../store/build.mjs'
import { connects } from '../store/child.mjs'
import { knownPorts, knownSecrets } from '../store/data-dir.mjs'
import { requireDataKeys } from '../store/data-keys.ts'
import { mailServerAt } from '../store/mail-settings.ts'
import { proxyProblem, readSettings } from '../store/settings.mjs'
import { innerServers, loadEnvFile, ROOT } from '../store/supervisor.mjs'
import { distDir } from '../store/web.mjs'
import { checkSchema, checkServer, readLastBackup } from './database.mjs'

const SKEW_MS = 5_000
const TIMEOUT_MS = 5_000
const FREE_BYTES = 1024 ** 3
const HOUR_MS = 3_600_000

const ok = (text) => ({ state: 'ok', text })
const warn = (text) => ({ state: 'warn', text })
const bad = (text) => ({ state: 'bad', text })
const unknown = (why) => warn(`not looked at: ${why}`)

const NO_TABLE = '42P01'
const NO_SETTINGS = 'put the settings right first'
const NO_DATABASE = 'the database does not run'

/** Whether little room is left in a folder; one that is not there yet says nothing. */
function isFull(folder) {
  if (!fs.existsSync(folder)) return false
  const { bavail, bsize } = fs.statfsSync(folder)

  return bavail * bsize < FREE_BYTES
}

/** What is looked at, in this order. Each answers a state and one item that says what to do. */
export const CHECKS = {
  release: async () => ok(`landfall ${RELEASE.version}`),
  node: async () => {
    const [major] = process.versions.node.split('.').map(Number)

    return major === 24 ? ok(`Node ${process.version}`) : warn(`Node ${process.version}; the store is proven on 24`)
  },
  packages: async () => {
    const old = findBelowFloor()

    return old.length > 0 ? bad(old.join(' ')) : ok(`${FLOORS.length} packages at or above their floors`)
  },
  build: async () =>
    isBuildCurrent({ root: ROOT, distDir: distDir() })
      ? ok('made from these sources')
      : warn('none, or made from other sources: npm run build'),
  settings: async ({ settings, problem, env }) => {
    if (!settings) return bad(problem)
    if (settings.mode === 'live' && !env.SMTP_URL) return bad('buyers get no mail: set SMTP_URL')
    const atProxy = proxyProblem(settings, env)

    return atProxy ? warn(atProxy) : ok(`${settings.mode}, ${settings.publicUrl}`)
  },
  data: async ({ settings }) => {
    if (!settings) return unknown(NO_SETTINGS)
    const { dataDir } = settings
    if (!fs.existsSync(dataDir)) return warn(`${dataDir} is not there yet: the first start makes it`)
    const file = path.join(dataDir, 'secrets.json')
    if (fs.existsSync(file) && (fs.statSync(file).mode & 0o077) !== 0) {
      return bad(`${file} can be read by others: chmod 600 ${file}`)
    }

    return isFull(dataDir) ? warn(`less than 1 GB is free on ${dataDir}: make room`) : ok(dataDir)
  },
  database: async ({ settings, databaseUrl }) => {
    if (databaseUrl) return checkServer(databaseUrl)

    return settings ? warn('the embedded database does not run: npm start starts it') : unknown(NO_SETTINGS)
  },
  schema: async ({ databaseUrl }) => (databaseUrl ? checkSchema(databaseUrl) : unknown(NO_DATABASE)),
  keys: async ({ databaseUrl, env }) => {
    if (!databaseUrl) return unknown(NO_DATABASE)
    if (!env.DATA_KEYS) return warn('DATA_KEYS is not set yet')
    try {
      await requireDataKeys(databaseUrl, env.DATA_KEYS)
    } catch (error) {
      if (error.code === NO_TABLE) return ok('nothing is sealed yet')
      throw error
    }

    return ok('DATA_KEYS opens what is sealed')
  },
  backup: async ({ settings, databaseUrl, env }) => {
    if (!settings) return unknown(NO_SETTINGS)
    const { everyHours, recipients, folder } = readBackupSettings(env, settings.dataDir)
    if (isFull(folder)) return warn(`less than 1 GB is free on ${folder}: make room`)
    if (everyHours === null) return warn('none is made by the clock: set BACKUP_EVERY_HOURS=24, and BACKUP_RECIPIENTS')
    const how = `every ${everyHours} hours to ${folder}, ${recipients.length > 0 ? 'encrypted' : 'NOT encrypted'}`
    if (!databaseUrl) return unknown(NO_DATABASE)
    const made = await readLastBackup(databaseUrl)
    if (!made) return warn(`none was made yet; ${how}`)
    const hours = Math.round((Date.now() - made.getTime()) / HOUR_MS)
    if (hours > 2 * everyHours) return bad(`the last one is ${hours} hours old, ${how}: see the log of the store`)

    return recipients.length > 0
      ? ok(`${hours} hours old; ${how}`)
      : warn(`${hours} hours old; ${how}: npm run backup -- key makes keys for BACKUP_RECIPIENTS`)
  },
  upstream: async ({ settings, env }) => {
    if (!env.RESELLER_API_URL) return unknown(NO_SETTINGS)
    if (!URL.canParse(env.RESELLER_API_URL)) return warn('the sandbox does not run: npm start starts it')
    const { origin } = new URL(env.RESELLER_API_URL)
    const began = Date.now()
    const response = await fetch(new URL('/', env.RESELLER_API_URL), {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null)
    if (!response && settings && !settings.hasProvider) return warn('the sandbox does not run: npm start starts it')
    if (!response) return bad(`${origin} does not answer: see whether this machine may reach it`)
    const given = Date.parse(response.headers.get('date') ?? '')
    // Answers carry whole seconds; half the way is the answer's own time.
    const skew = Math.abs(given + 500 - (began + Date.now()) / 2)
    if (skew > SKEW_MS) {
      return warn(
        `${origin} answers, its clock is ${Math.round(skew / 1000)} s away from ours: set this machine's clock`,
      )
    }

    return ok(`${origin} answers in ${Date.now() - began} ms`)
  },
  mail: async ({ settings, env }) => {
    if (!env.SMTP_URL) return warn('SMTP_URL is not set: no mail is sent')
    if (!URL.canParse(env.SMTP_URL)) {
      return settings?.hasMail
        ? bad('SMTP_URL is not an address')
        : warn('the mail catcher does not run: npm start starts it')
    }
    const { host: hostname, port } = mailServerAt(env.SMTP_URL)
    if (settings?.hasMail && !env.MAIL_FROM)
      return bad('MAIL_FROM is not set: servers refuse mails from store@localhost')
    if (await connects(port, hostname)) return ok(`${hostname} answers`)

    return settings && !settings.hasMail
      ? warn('the mail catcher does not run: npm start starts it')
      : bad(`${hostname} does not answer: see SMTP_URL, and whether this machine may reach it`)
  },
}

/**
 * What the store would start with, read and nothing else: `settings` (`null` with the `problem` in words when it would
 * refuse), the environment of its processes, and the address of its database (`null` while the embedded one is down).
 */
export function readStore() {
  try {
    loadEnvFile()
    const settings = readSettings(process.env, ROOT)
    const secrets = settings.mode === 'trial' ? knownSecrets(settings.dataDir) : {}
    const inner = innerServers({ settings, secrets, ports: knownPorts(settings.dataDir), root: ROOT })
    const databaseUrl = settings.databaseUrl ?? findEmbeddedPostgres(path.join(settings.dataDir, 'postgres'))
    const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))

    return { settings, problem: null, env: { ...secrets, ...given, ...inner.env }, databaseUrl }
  } catch (error) {
    return { settings: null, problem: error.message, env: process.env, databaseUrl: process.env.DATABASE_URL || null }
  }
}
