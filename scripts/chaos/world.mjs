import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../embedded-postgres.mjs'
import { freePort } from '../free-port.mjs'
import { postmasterPid } from '../postgres/users.mjs'
import { isListening, keepRunning, runToEnd } from '../store/child.mjs'
import { ROOT } from '../store/supervisor.mjs'
import { startWeb } from '../store/web.mjs'
import { keepAlive } from './process.mjs'
import { openProxy } from './proxy.mjs'

const ACCOUNT = {
  phone: '13800000000',
  password: randomBytes(12).toString('base64url'),
  secret: randomBytes(16).toString('hex'),
}
const KEY = `tk_${randomBytes(24).toString('base64url')}`
const WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`

/**
 * A whole store and both outside parties as processes of their own, each connection between them cuttable, in a folder that
 * is thrown away.
 *
 * `drive` is `http` (the production build takes requests) or `services` (a door of ours calls the same services);
 * `workers` counts the processes that work beside it. Without `isCuttable` the store reaches its neighbours directly, as
 * it would outside: a proxy is one more process turn for every byte. With `isSupervised` the process that
 * takes requests is kept running by the store's own supervisor. With `root` the store is the release in that folder;
 * `changeTo` ends it without warning and starts another one on the same database.
 */
export async function openWorld(options) {
  const { drive, timeScale, workers, say, onDeath, isCuttable = true, isSupervised = false } = options
  const { settings = {}, root = ROOT } = options
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-chaos-'))
  const closers = []
  const close = async ({ keepsFiles = false } = {}) => {
    for (const closer of closers.splice(0).reverse()) await closer()
    if (!keepsFiles) fs.rmSync(directory, { recursive: true, force: true })
  }
  try {
    const database = await openDatabase({
      directory: path.join(directory, 'postgres'),
    })
    closers.push(database.close)
    await migrateFrom(root, database.url)
    const ports = { web: await freePort(), upstream: await freePort(), payments: await freePort() }
    const parties = await openParties({ directory, ports, closers })
    const reach = async (port) =>
      isCuttable ? openProxy({ host: '127.0.0.1', port }) : { port, close: () => undefined }
    const proxies = {
      database: await reach(Number(new URL(database.url).port)),
      upstream: await reach(ports.upstream),
      payments: await reach(ports.payments),
    }
    closers.push(() => Promise.all(Object.values(proxies).map((proxy) => proxy.close())))
    const env = { ...storeEnvironment({ directory, database, ports, proxies, timeScale }), ...settings }
    say('reading the catalogue')
    if ((await readCatalogue(root, env)) !== 0) throw new Error('The catalogue could not be read.')
    const begin = async (from) => {
      const staff = await startStaff({ drive, workers, env, directory, onDeath, isSupervised, say, root: from })
      if (!(await isListening({ port: ports.web }))) throw new Error(`The door did not open: see ${directory}/web.log`)

      return staff
    }
    let staff = await begin(root)
    closers.push(() => Promise.all(staff.map((one) => one.stop())))

    return {
      directory,
      database,
      env,
      direct: direct(env, { database, ports }),
      url: `http://127.0.0.1:${ports.web}`,
      upstream: control(parties.upstream),
      payments: control(parties.payments),
      proxies,
      web: staff[0],
      workers: staff.slice(1),
      /** How the door answered, by status and code. */
      answers: new Map(),
      changeTo: async (other) => {
        await Promise.all(
          staff.map((one) => {
            one.kill('SIGKILL')

            return one.stop()
          }),
        )
        await migrateFrom(other, database.url)
        staff = await begin(other)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** As a release migrates itself: with its own script. */
async function migrateFrom(root, url) {
  const env = { PATH: process.env.PATH, DATABASE_URL: url }
  const { code } = await runToEnd({
    program: path.join(root, 'scripts/migrate.mjs'),
    cwd: root,
    env,
    collect: true,
  })
  if (code !== 0) throw new Error(`The release in ${root} did not bring the database up to date.`)
}

async function readCatalogue(root, env) {
  const own = { ...env, NODE_ENV: 'production', WORKER: 'off', LOG_LEVEL: 'warn' }
  const program = path.join(root, 'scripts/catalog-sync.ts')
  const flags = ['--conditions=react-server']

  return (await runToEnd({ program, flags, cwd: root, env: own, collect: true })).code
}

async function openParties({ directory, ports, closers }) {
  const party = (folder, port, own) => {
    const env = { PATH: process.env.PATH, NODE_ENV: 'production', STORE_MODE: 'trial', HOST: '127.0.0.1' }
    const child = keepAlive({
      name: folder,
      args: [path.join(ROOT, 'sandbox', folder, 'main.ts')],
      env: { ...env, PORT: String(port), DATA_DIR: path.join(directory, folder), ...own },
      cwd: ROOT,
      logFile: path.join(directory, `${folder}.log`),
    })
    closers.push(child.stop)
  }
  party('upstream', ports.upstream, {
    SANDBOX_PHONE: ACCOUNT.phone,
    SANDBOX_PASSWORD: ACCOUNT.password,
    SANDBOX_SECRET: ACCOUNT.secret,
  })
  party('payments', ports.payments, {
    TEST_PAYMENTS_KEY: KEY,
    TEST_PAYMENTS_WEBHOOK_SECRET: WEBHOOK_SECRET,
    WEBHOOK_URL: `http://127.0.0.1:${ports.web}/api/webhooks/test-payments`,
  })
  for (const port of [ports.upstream, ports.payments]) {
    if (!(await isListening({ port }))) throw new Error(`An outside party did not start: see ${directory}`)
  }

  return {
    upstream: `http://127.0.0.1:${ports.upstream}`,
    payments: `http://127.0.0.1:${ports.payments}`,
  }
}

function storeEnvironment({ directory, database, ports, proxies, timeScale }) {
  const url = `http://127.0.0.1:${ports.web}`
  const databaseUrl = new URL(database.url)
  databaseUrl.port = String(proxies.database.port)

  return {
    PATH: process.env.PATH,
    TZ: 'UTC',
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_MANUAL_SIG_HANDLE: '1',
    STORE_MODE: 'trial',
    PORT: String(ports.web),
    HOSTNAME: '127.0.0.1',
    PUBLIC_URL: url,
    NEXTAUTH_URL: url,
    DATA_DIR: path.join(directory, 'store'),
    DATABASE_URL: databaseUrl.href,
    EMBEDDED_POSTGRES_DIR: path.join(directory, 'postgres'),
    RESELLER_API_URL: `http://127.0.0.1:${proxies.upstream.port}`,
    RESELLER_API_PHONE: ACCOUNT.phone,
    RESELLER_API_PASSWORD: ACCOUNT.password,
    RESELLER_API_SECRET: ACCOUNT.secret,
    TEST_PAYMENTS_URL: `http://127.0.0.1:${proxies.payments.port}`,
    TEST_PAYMENTS_KEY: KEY,
    TEST_PAYMENTS_WEBHOOK_SECRET: WEBHOOK_SECRET,
    PAYMENT_PROVIDERS: 'test',
    SESSION_SECRET: randomBytes(32).toString('base64url'),
    DATA_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    INTERNAL_SECRET: randomBytes(32).toString('base64url'),
    TIME_SCALE: String(timeScale),
    TRUST_PROXY: 'yes',
    LOG_LEVEL: 'warn',
    // A process that is killed often starts often.
    NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'landfall-compiled'),
  }
}

/** The store's settings without the connections that get cut, for the judge. */
function direct(env, { database, ports }) {
  return {
    ...env,
    DATABASE_URL: database.url,
    RESELLER_API_URL: `http://127.0.0.1:${ports.upstream}`,
    TEST_PAYMENTS_URL: `http://127.0.0.1:${ports.payments}`,
  }
}

async function startStaff({ drive, workers, env, directory, onDeath, isSupervised, say, root }) {
  const isHttp = drive === 'http'
  const build = [path.join(root, 'lib/server/main.ts'), process.env.NEXT_DIST_DIR || '.next']
  const plain = (file) => ['--conditions=react-server', path.join(root, 'scripts/chaos', file)]
  const start = (name, args, more) =>
    keepAlive({
      name,
      args,
      env: { ...env, ...more },
      cwd: root,
      logFile: path.join(directory, `${name}.log`),
      onDeath,
    })
  const web = isSupervised
    ? await supervisedWeb({ isHttp, env, say })
    : start('web', isHttp ? build : plain('web-child.ts'), { WORKER: 'inside' })
  const others = Array.from({ length: workers }, (_, n) =>
    start(`worker-${n + 1}`, isHttp ? build : plain('worker-child.ts'), { WORKER: isHttp ? 'only' : 'inside' }),
  )

  return [web, ...others]
}

/** The process that takes requests, kept running by the store's own supervisor. */
async function supervisedWeb({ isHttp, env, say }) {
  const running = []
  const stop = () => Promise.all(running.map((one) => one.stop()))
  const settings = { port: Number(env.PORT), hostname: env.HOSTNAME }
  const own = { ...env, WORKER: 'inside' }
  if (isHttp) await startWeb({ settings, env: own, say, running, stop })
  else {
    const program = path.join(ROOT, 'scripts/chaos/web-child.ts')
    const flags = ['--conditions=react-server']
    running.push(keepRunning({ name: 'the door', program, flags, env: own, port: settings.port, say }))
  }

  return running[0]
}

/** The control plane of an outside party, spoken to beside the connections that get cut. */
function control(url) {
  const ask = async (method, route, body) => {
    const response = await fetch(`${url}/_control/${route}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`control ${route}: ${response.status} ${await response.text()}`)

    return response.json()
  }

  return { url, get: (route) => ask('GET', route), post: (route, body = {}) => ask('POST', route, body) }
}

/** An embedded server of its own in `directory` that can be stopped without warning and comes back. */
async function openDatabase({ directory }) {
  const server = await startEmbeddedPostgres(directory)
  const pool = new pg.Pool({ connectionString: server.url, max: 3, connectionTimeoutMillis: 5_000 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  return {
    url: server.url,
    /** Rows, asked again while the server is away: the judge does not share the store's trouble. */
    ask: (sql, values = []) => queryPatiently(pool, sql, values),
    /** Rows, or `null` when the server does not answer now. */
    askOnce: (sql, values = []) =>
      pool.query(sql, values).then(
        ({ rows }) => rows,
        () => null,
      ),
    /** Ends the server as a power cut does (`SIGQUIT`: immediate stop; `SIGKILL`), and starts it again. */
    strike: async (signal) => {
      const pid = postmasterPid(path.join(directory, 'pgdata'))
      if (!pid) return
      process.kill(pid, signal)
      while (postmasterPid(path.join(directory, 'pgdata')) === pid) await sleep(20)
      await startAgain(directory)
    },
    close: async () => {
      await pool.end().catch(() => {})
      await server.release()
    },
  }
}

/** After a kill the server's other processes still hold its memory for a moment, longer on a busy machine. */
async function startAgain(directory) {
  for (let tries = 0; ; tries++) {
    try {
      return await startEmbeddedPostgres(directory)
    } catch (error) {
      if (tries === 30) throw error
      await sleep(1_000)
    }
  }
}

async function queryPatiently(pool, sql, values) {
  for (let tries = 0; ; tries++) {
    try {
      return (await pool.query(sql, values)).rows
    } catch (error) {
      if (tries === 100) throw error
      await sleep(300)
    }
  }
}
