import { afterAll, beforeAll, expect, test } from 'vitest'
import { GET } from '#app/api/metrics/route.ts'
import { POST as stripeEvent } from '#app/api/webhooks/stripe/route.ts'
import { observeRequest } from '#lib/core/metrics.ts'
import { db } from '#lib/core/repository/client.ts'
import { beat } from '#lib/core/repository/heartbeats.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'

const TOKEN = 'a token of the monitor'
const EMAIL = 'zyxandra@quillfeather.example'

let shop: Shop
let sold: Awaited<ReturnType<typeof addSoldOrder>>

beforeAll(async () => {
  shop = await startShop({ METRICS_TOKEN: TOKEN, INTERNAL_SECRET: 'inner', STRIPE_SECRET_KEY: 'sk_test_1' })
  process.env.STRIPE_WEBHOOK_SECRET = 'whsec_test'
  sold = await addSoldOrder({ email: EMAIL })
  const unclear = await addSoldOrder({ state: 'UNKNOWN', email: EMAIL })
  const since = new Date(Date.now() - 3_600_000)
  await db().orderItem.update({ where: { id: unclear.itemId }, data: { unknownSince: since, nextActionAt: since } })
  const call = { class: 'ok', code: 0, reference: 'LFTEST0001', orderNum: sold.orderNum, latencyMs: 250 }
  await db().callLog.createMany({
    data: [
      { ...call, endpoint: 'placeOrder' },
      { ...call, endpoint: 'placeOrder', class: 'timeout' },
      { ...call, endpoint: 'logIn' },
      { ...call, endpoint: 'placeOrder', at: new Date(Date.now() - 6 * 60_000) },
    ],
  })
  await openDiscrepancy({ kind: 'cost_differs', subject: sold.orderNum, orderId: sold.id, evidence: { by: EMAIL } })
  await beat('runner:test', 'runner')
})

afterAll(() => shop.close())

const ask = (headers: Record<string, string> = {}) =>
  GET(new Request('http://shop.test/api/metrics', { headers }), { params: Promise.resolve({}) })
const monitor = { authorization: `Bearer ${TOKEN}` }

test.each([
  ['without a token', {}],
  ['with another token', { authorization: 'Bearer a token of somebody' }],
  ['with an empty token', { authorization: 'Bearer ' }],
  ['with a word for the secret of the machine', { 'x-landfall-local': 'yes' }],
] as const)('%s there is nothing at the address', async (_, headers) => {
  const response = await ask(headers)

  expect(response.status).toBe(404)
  expect(await response.text()).toBe('')
})

test.each([
  ['the token', monitor],
  ['the word of the front for this machine', { 'x-landfall-local': 'inner' }],
] as const)('with %s the figures come as Prometheus reads them', async (_, headers) => {
  const response = await ask(headers)

  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.text()).toContain('# TYPE landfall_lines gauge')
})

test('the figures are those of the store', async () => {
  observeRequest('page', { status: 200, seconds: 0.03 })
  const text = await (await ask(monitor)).text()
  const value = (name: string) => Number(text.match(new RegExp(`^${name.replaceAll(/[{}]/g, '\\$&')} (.+)$`, 'm'))?.[1])

  expect(value('landfall_lines{state="DELIVERED"}')).toBe(1)
  expect(value('landfall_lines{state="UNKNOWN"}')).toBe(1)
  expect(value('landfall_lines_oldest_seconds{state="UNKNOWN"}')).toBeGreaterThan(3_599)
  expect(value('landfall_due_rows{kind="lines"}')).toBe(1)
  expect(value('landfall_due_rows{kind="payments"}')).toBe(0)
  expect(value('landfall_due_oldest_seconds{kind="lines"}')).toBeGreaterThan(3_599)
  expect(value('landfall_upstream_calls{endpoint="placeOrder",class="ok"}')).toBe(1)
  expect(value('landfall_upstream_calls{endpoint="placeOrder",class="timeout"}')).toBe(1)
  expect(value('landfall_upstream_seconds{endpoint="placeOrder",quantile="0.95"}')).toBe(0.25)
  expect(value('landfall_session_logins')).toBe(1)
  expect(value('landfall_differences_open{kind="cost_differs"}')).toBe(1)
  expect(value('landfall_breaker_open{breaker="reads"}')).toBe(0)
  expect(value('landfall_workers')).toBe(1)
  expect(value('landfall_request_seconds_count{kind="page",status="2xx"}')).toBe(1)
  expect(value('landfall_nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
})

test('a mail that was just queued is not late since the epoch, and an open alarm is counted by its kind', async () => {
  await db().outbox.create({
    data: { id: 'out_new', dedupeKey: 'new', kind: 'order_ready', payload: {}, nextActionAt: new Date(0) },
  })
  const now = new Date()
  const times = { since: now, openedAt: now, seenAt: now, toldAt: now }
  await db().alarm.create({ data: { id: 'alm_1', kind: 'order_held', count: 2, ...times } })
  const text = await (await ask(monitor)).text()

  expect(Number(/due_oldest_seconds\{kind="mails"\} (.+)/.exec(text)?.[1])).toBeLessThan(600)
  expect(text).toContain('landfall_due_rows{kind="mails"} 1')
  expect(text).toContain('landfall_alarms_open{kind="order_held"} 1')
})

test('an event that nobody signed is counted as refused', async () => {
  const refused = async () => {
    const text = await (await ask(monitor)).text()

    return Number(/^landfall_webhooks_total\{provider="stripe",verdict="refused"\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }
  const before = await refused()
  const event = new Request('http://shop.test/api/webhooks/stripe', { method: 'POST', body: '{}' })
  expect((await stripeEvent(event, { params: Promise.resolve({}) })).status).toBe(400)

  expect(await refused()).toBe(before + 1)
})

test('nothing in them names a person, an order, a card or a secret', async () => {
  const { number, personId } = await db().order.findUniqueOrThrow({ where: { id: sold.id } })
  const text = await (await ask(monitor)).text()

  const { DATA_KEYS = '', RESELLER_API_PASSWORD = '', RESELLER_API_SECRET = '' } = shop.settings
  const secrets = [TOKEN, 'inner', 'sk_test_1', 'whsec_test', DATA_KEYS, RESELLER_API_PASSWORD, RESELLER_API_SECRET]
  const own = [EMAIL, 'zyxandra', number, personId, sold.id, sold.itemId, sold.esimId, sold.iccid, sold.orderNum]
  for (const word of [...secrets, ...own, 'LFTEST', 'LPA']) expect(text).not.toContain(word)
})
