import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#scripts/free-port.mjs'
import { testEnvironment } from '#scripts/test/run.mjs'
import { type Nginx, startNginx } from '#tests/support/nginx.ts'
import { bareDatabase } from '#tests/support/own-database.ts'
import { eventually } from '#tests/support/patience.ts'

// A process loads the finished build; several of them start on two busy cores.
const STARTS_WITHIN_MS = 240_000
const HOST = 'shop.example'

type Answer = { status: number; data: { quote: { id: string }; orderId: string; payUrl: string } }
type Part = { child: ChildProcess; said: () => string; stop: () => Promise<void> }

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-several-'))
const parts: Part[] = []
let database: pg.Client
let env: NodeJS.ProcessEnv
let webs: [number, number]
let workers: [number, number]

/** Starts a supervisor as an operator does. */
function start(script: string, more: NodeJS.ProcessEnv): Part {
  const child = spawn(process.execPath, script.split(' '), {
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

/** A request of a buyer through the proxy, over TLS, under the shop's name. */
function ask(nginx: Nginx, address: string, body?: unknown, key?: string): Promise<Answer> {
  const headers = {
    host: HOST,
    ...(body === undefined ? {} : { 'content-type': 'application/json', origin: `https://${HOST}` }),
    ...(key && { 'idempotency-key': key }),
  }

  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const way = { host: '127.0.0.1', port: nginx.port, servername: HOST, ca: nginx.ca, agent: false } as const
    const request = https.request({ ...way, path: address, method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, data: text.startsWith('{') ? JSON.parse(text).data : null }),
      )
    })
    request.on('error', reject)
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Orders one plan through the proxy and pays for it at the provider's page. Answers the order's id. */
async function buy(nginx: Nginx, n: number): Promise<string> {
  const { rows } = await database.query(
    `SELECT "id" FROM "Plan" WHERE "vanishedAt" IS NULL AND NOT "isHidden" AND "kind" = 'fixed' AND NOT "needsStartDate"
     ORDER BY "id" LIMIT 1`,
  )
  const { data } = await ask(nginx, '/api/quotes', { planId: rows[0].id, count: 1, locale: 'en' })
  const order = await ask(
    nginx,
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
  env = {
    ...testEnvironment(),
    NODE_ENV: 'production',
    STORE_MODE: 'trial',
    DATABASE_URL: url,
    DATA_DIR: folder,
    PUBLIC_URL: `https://${HOST}`,
    TRUST_PROXY: 'yes',
    WORKER: 'off',
    PORT: String(webs[0]),
  }
  start('scripts/store.mjs --no-build', {})
  await eventually(
    () => get(webs[0], '/api/health/live'),
    ({ status }) => status === 200,
    STARTS_WITHIN_MS,
  )
  start('scripts/store.mjs --no-build', { PORT: String(webs[1]) })
  start('scripts/worker.mjs', { WORKER_PORT: String(workers[0]) })
  start('scripts/worker.mjs', { WORKER_PORT: String(workers[1]) })
  for (const port of [...webs, ...workers]) await eventually(() => isReady(port), Boolean, STARTS_WITHIN_MS)
}, 900_000)

afterAll(async () => {
  for (const part of parts.toReversed()) await part.stop()
  await database?.end()
  fs.rmSync(folder, { recursive: true, force: true })
}, 120_000)

test('two web processes and two workers share one data directory and one database behind nginx', async () => {
  const nginx = await startNginx(webs)

  const orders = [await buy(nginx, 1), await buy(nginx, 2), await buy(nginx, 3)]
  for (const orderId of orders) expect(await untilDelivered(orderId)).toBe('DELIVERED')

  const figures = await get(workers[0], '/api/metrics')
  expect(figures.text).toMatch(/^landfall_workers 2$/m)
  expect((await get(workers[0], '/')).status).toBe(404)
}, 600_000)

test('the id of a request stands in the work that a worker does for its order', async () => {
  const nginx = await startNginx(webs)
  const orderId = await buy(nginx, 4)
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
  const nginx = await startNginx(webs)
  const [, web, worker] = parts
  await Promise.all([web?.stop(), worker?.stop()])

  for (let n = 0; n < 10; n++) expect((await ask(nginx, '/')).status).toBe(200)
  expect(await untilDelivered(await buy(nginx, 5))).toBe('DELIVERED')
  expect(await isReady(webs[0])).toBe(true)
}, 600_000)
