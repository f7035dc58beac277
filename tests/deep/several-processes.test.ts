import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#scripts/free-port.mjs'
import { testEnvironment } from '#scripts/test/run.mjs'
import { bareDatabase } from '#tests/support/database-copies.ts'
import { eventually } from '#tests/support/patience.ts'

// A process loads the finished build; several of them start on two busy cores.
const STARTS_WITHIN_MS = 240_000

type Answer = { status: number; data: { quote: { id: string }; orderId: string; payUrl: string } }
type Part = { child: ChildProcess; said: () => string; stop: () => Promise<void> }

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-several-'))
const parts: Part[] = []
let database: pg.Client
let env: NodeJS.ProcessEnv
let shop: string
let webs: [number, number]
let workers: [number, number]

/** Starts a program as an operator does. */
function start(program: string, args: string[], more: Record<string, string> = {}): Part {
  const child = spawn(program, args, {
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk
    })
  }
  const ended = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  const part = { child, said: () => said, stop }
  parts.push(part)

  return part
}

const get = (port: number, address: string) =>
  fetch(`http://127.0.0.1:${port}${address}`).then(
    async (response) => ({ status: response.status, text: await response.text() }),
    () => ({ status: 0, text: '' }),
  )
const isReady = (port: number) => get(port, '/api/health/ready').then(({ status }) => status === 200)

/** A request of a buyer through the proxy. */
async function ask(address: string, body?: unknown, key?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', origin: shop, ...(key && { 'idempotency-key': key }) }
  const response = await fetch(
    `${shop}${address}`,
    body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) },
  )
  const text = await response.text()

  return { status: response.status, data: text.startsWith('{') ? JSON.parse(text).data : null }
}

/** Debian's nginx in front of both web processes: it takes turns, and leaves out one that does not answer. */
async function startProxy(port: number): Promise<void> {
  const servers = webs.map((web) => `server 127.0.0.1:${web};`).join(' ')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/nginx-${kind};`,
  )
  const text = `daemon off; pid ${folder}/nginx.pid; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http {
      access_log off; ${temporary.join(' ')}
      upstream shop { ${servers} }
      server {
        listen 127.0.0.1:${port};
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Proto http;
        proxy_set_header X-Request-Id $request_id;
        location / { proxy_pass http://shop; proxy_next_upstream error timeout; }
      }
    }`
  const file = path.join(folder, 'nginx.conf')
  fs.writeFileSync(file, text)
  start(findNginx(), ['-c', file, '-p', folder, '-e', 'stderr'])
  await eventually(
    () => get(port, '/api/health/live'),
    ({ status }) => status === 200,
  )
}

/** nginx of the system's packages, installed when this account may. */
function findNginx(): string {
  const isThere = () => ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find((file) => fs.existsSync(file))
  if (!isThere() && process.getuid?.() === 0) {
    const own = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    spawnSync('apt-get', ['update', '-q'], own)
    spawnSync('apt-get', ['install', '-yq', '--no-install-recommends', 'nginx-light'], own)
  }
  const found = isThere()
  if (!found) throw new Error('No nginx, and it could not be installed: install the package nginx.')

  return found
}

/** Orders one plan through the proxy and pays for it at the provider's page. Answers the order's id. */
async function buy(n: number): Promise<string> {
  const { rows } = await database.query(
    `SELECT "id" FROM "Plan" WHERE "vanishedAt" IS NULL AND NOT "isHidden" AND "kind" = 'fixed' AND NOT "needsStartDate"
     ORDER BY "id" LIMIT 1`,
  )
  const { data } = await ask('/api/quotes', { planId: rows[0].id, count: 1, locale: 'en' })
  const order = await ask(
    '/api/orders',
    {
      lines: [{ quoteId: data.quote.id }],
      email: `buyer-${n}@example.com`,
      consents: { terms: true, withdrawalInfo: true, deviceChecked: true },
    },
    `several-processes-${n}`,
  )
  expect(order.status).toBe(200)
  const session = new URL(order.data.payUrl).pathname.split('/').at(-1)
  const { payments } = JSON.parse(fs.readFileSync(path.join(folder, 'ports.json'), 'utf8'))
  const paid = await fetch(`http://127.0.0.1:${payments}/_control/sessions/${session}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'success' }),
  })
  expect(paid.status).toBe(200)

  return order.data.orderId
}

const untilDelivered = (orderId: string) =>
  eventually(
    async () => (await database.query(`SELECT "state" FROM "Line" WHERE "orderId" = $1`, [orderId])).rows[0]?.state,
    (state) => state === 'DELIVERED',
    120_000,
  )

beforeAll(async () => {
  const url = await bareDatabase()
  database = new pg.Client({ connectionString: url })
  await database.connect()
  webs = [await freePort(), await freePort()]
  workers = [await freePort(), await freePort()]
  const port = await freePort()
  shop = `http://localhost:${port}`
  env = {
    ...testEnvironment(),
    NODE_ENV: 'production',
    STORE_MODE: 'trial',
    DATABASE_URL: url,
    DATA_DIR: folder,
    PUBLIC_URL: shop,
    TRUST_PROXY: 'yes',
    WORKER: 'off',
    LOG_LEVEL: 'info',
    PORT: String(webs[0]),
  }
  start(process.execPath, ['scripts/store.mjs', '--no-build'])
  await eventually(
    () => get(webs[0], '/api/health/live'),
    ({ status }) => status === 200,
    STARTS_WITHIN_MS,
  )
  start(process.execPath, ['scripts/store.mjs', '--no-build'], { PORT: String(webs[1]) })
  start(process.execPath, ['scripts/worker.mjs'], { WORKER_PORT: String(workers[0]) })
  start(process.execPath, ['scripts/worker.mjs'], { WORKER_PORT: String(workers[1]) })
  for (const own of [...webs, ...workers]) await eventually(() => isReady(own), Boolean, STARTS_WITHIN_MS)
  await startProxy(port)
}, 900_000)

afterAll(async () => {
  for (const part of parts.toReversed()) await part.stop()
  await database?.end()
  fs.rmSync(folder, { recursive: true, force: true })
}, 120_000)

test('two web processes and two workers share one data directory and one database behind nginx', async () => {
  const orders = [await buy(1), await buy(2), await buy(3)]
  for (const orderId of orders) expect(await untilDelivered(orderId)).toBe('DELIVERED')

  const metrics = await get(workers[0], '/api/metrics')
  expect(metrics.text).toMatch(/^landfall_workers 2$/m)
  expect((await get(workers[0], '/')).status).toBe(404)
}, 600_000)

test('the id of a request stands in the work that a worker does for its order', async () => {
  const orderId = await buy(4)
  await untilDelivered(orderId)

  const { rows } = await database.query(`SELECT "requestId" FROM "Order" WHERE "id" = $1`, [orderId])
  const lines = parts
    .flatMap(({ said }) => said().split('\n'))
    .filter((line) => line.includes(rows[0].requestId))
    .map((line) => JSON.parse(line))
  expect(rows[0].requestId).toMatch(/^[\w.-]{8,64}$/)
  expect(lines.filter(({ msg, jobId }) => msg === 'upstream call' && jobId).length).toBeGreaterThan(0)
}, 600_000)

test('the shop stays open and goes on delivering while a web process and a worker are gone', async () => {
  const [, web, worker] = parts
  await Promise.all([web?.stop(), worker?.stop()])

  for (let n = 0; n < 10; n++) expect((await ask('/')).status).toBe(200)
  expect(await untilDelivered(await buy(5))).toBe('DELIVERED')
  expect(await isReady(webs[0])).toBe(true)
}, 600_000)
