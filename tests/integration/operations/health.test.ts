import fs from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { GET as ready } from '#app/api/health/ready/route.ts'
import { GET } from '#app/api/metrics/route.ts'
import { POST as stripeEvent } from '#app/api/webhooks/stripe/route.ts'
import { observeRequest } from '#lib/core/metrics.ts'
import { VERSION } from '#lib/core/release.ts'
import { db } from '#lib/core/repository/client.ts'
import { beat, endBeat, nameOwnBeat } from '#lib/core/repository/queue.ts'
import { getHealthRows, getProviderHealth } from '#lib/operations/queries/admin-health.ts'
import { getJobPage, listJobRows } from '#lib/operations/queries/admin-jobs.ts'
import { getReadiness } from '#lib/operations/queries/readiness.ts'
import { JOB_QUEUES, jobFilterSchema } from '#lib/operations/rules/admin-audit.ts'
import { callFilterSchema, HEALTH_LISTS, type HealthList } from '#lib/operations/rules/admin-health.ts'
import { getCallPage } from '#lib/provider/queries/admin-calls.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { startHttpWorld } from '#tests/support/http-world.ts'
import { changeSettings, duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff } from '#tests/support/staff.ts'

describe('health page', () => {
  const MINUTE = 60_000

  duringTests(startShop)

  // When a process started and when it was last heard of, in minutes ago.
  async function shown(processes: Record<string, [started: number, heard: number]>) {
    const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)
    await db().heartbeat.deleteMany()
    await db().heartbeat.createMany({
      data: Object.entries(processes).map(([id, [started, heard]]) => {
        return { id, kind: 'runner', startedAt: ago(started), at: ago(heard) }
      }),
    })
    const { workers } = await getProviderHealth(await addStaff('support'))

    return workers.map(({ id, isAlive }) => `${id} ${isAlive ? 'alive' : 'silent'}`)
  }

  test('a worker that fell silent and was replaced is told for an hour, and no longer', async () => {
    expect(await shown({ first: [900, 300], second: [299, 90], third: [80, 40], fourth: [30, 0] })).toEqual([
      'fourth alive',
      'third silent',
    ])
  })

  test('one that fell silent beside another, or with none after it, is told for a day', async () => {
    expect(await shown({ one: [900, 0], other: [900, 300] })).toEqual(['one alive', 'other silent'])
    expect(await shown({ first: [1_900, 700], last: [650, 600] })).toEqual(['last silent'])
    expect(await shown({ first: [1_900, 1_500] })).toEqual([])
  })

  test('says when a backup was noted, when money came in last, and what of the payment providers waits', async () => {
    const staff = await addStaff('support')
    const before = await getProviderHealth(staff)
    const { paymentId } = await addSoldOrder()
    const receivedAt = new Date(Date.now() - 3 * MINUTE)
    const event = { provider: 'test', eventId: 'evt_1', kind: 'paid', objectId: 'obj_1', receivedAt }
    await db().providerEvent.create({ data: { id: 'pev_1', ...event } })
    await db().setting.create({ data: { key: 'backup.made', value: 'x', updatedBy: 'store', updatedAt: receivedAt } })
    const { createdAt } = await db().payment.findUniqueOrThrow({ where: { id: paymentId } })

    const { payments, database } = await getProviderHealth(staff)

    expect(before).toMatchObject({
      payments: { lastAt: null, waiting: 0, oldestAt: null, unmatched: 0 },
      database: { backupAt: null },
    })
    expect(payments).toEqual({ lastAt: createdAt, waiting: 1, oldestAt: receivedAt, unmatched: 0 })
    expect(database.backupAt).toEqual(receivedAt)
    expect(database.megabytes).toBeGreaterThan(0)
  })

  test('says what was asked of the network today beside what is planned, and knows no plan before a first pass', async () => {
    const staff = await addStaff('support')
    await db().usageWatch.deleteMany()
    await db().destination.updateMany({ data: { vanishedAt: new Date() } })
    const before = (await getProviderHealth(staff)).calls
    expect(before.catalogue.planned).toBeNull()
    expect(before.usage).toEqual({ watched: 0, asked: 0, max: 0 })

    const yesterday = new Date(before.since.getTime() - MINUTE)
    await db().callLog.createMany({
      data: [yesterday, before.since].map((at) => ({ at, endpoint: 'listPlans', class: 'ok', latencyMs: 1 })),
    })
    await db().syncRun.createMany({
      data: [yesterday, before.since].map((startedAt, index) => {
        return { id: `syn_load${index}`, trigger: 'schedule', state: 'finished' as const, calls: 3, startedAt }
      }),
    })
    await db().destination.updateMany({ where: { partnerId: null }, data: { vanishedAt: null } })
    const destinations = await db().destination.count({ where: { partnerId: null } })
    const [order] = await db().providerOrder.findMany({ take: 1 })
    await db().usageWatch.create({
      data: { orderNum: order?.orderNum ?? '', dueAt: new Date(), askedAt: before.since },
    })

    const { calls } = await getProviderHealth(staff)

    expect(calls.all).toBe(before.all + 1)
    expect(calls.lastAt?.getTime()).toBeGreaterThanOrEqual(before.since.getTime())
    expect(calls.catalogue).toEqual({ calls: before.catalogue.calls + 3, planned: 4 * (destinations + 1) })
    expect(calls.usage).toEqual({ watched: 1, asked: 1, max: 24 })
  })

  test('shows the calls behind each of its numbers, as many as the number says, page by page', async () => {
    const staff = await addStaff('read_only')
    const { id, itemId } = await addSoldOrder()
    const at = (minutes: number) => new Date(Date.now() - minutes * MINUTE)
    await db().callLog.createMany({
      data: [
        ...Array.from({ length: 60 }, () => ({ at: at(5), endpoint: 'topUp', class: 'ok', latencyMs: 9, itemId })),
        { at: at(4), endpoint: 'topUp', class: 'refused', code: -7, latencyMs: 9 },
        { at: at(3), endpoint: 'topUp', class: 'timeout', latencyMs: 9 },
        { at: at(2), endpoint: 'topUp', class: 'refused', latencyMs: 9 },
        { at: at(25 * 60), endpoint: 'topUp', class: 'timeout', latencyMs: 9 },
      ],
    })
    const pageOf = (input: Record<string, string>) =>
      getCallPage(staff, callFilterSchema.parse({ span: 'day', ...input }))
    const row = (await getProviderHealth(staff)).endpoints.find(({ endpoint }) => endpoint === 'topUp')

    const first = await pageOf({ endpoint: 'topUp' })
    const second = await pageOf({ endpoint: 'topUp', after: first.next ?? '' })
    const ids = [...first.rows, ...second.rows].map((one) => one.id)
    expect([row?.calls, ids.length, new Set(ids).size, second.next]).toEqual([63, 63, 63, null])
    expect(first.rows[0]).toMatchObject({ class: 'refused', code: null, order: null })
    expect(second.rows.at(-1)?.order?.id).toBe(id)
    for (const { class: kind, code, count } of row?.others ?? []) {
      const { rows } = await pageOf({ endpoint: 'topUp', class: kind, code: code === null ? 'none' : String(code) })
      expect(rows).toHaveLength(count)
    }
    expect(row?.others).toHaveLength(3)
  })

  test('shows the rows behind the numbers of sessions, provider messages and watched orders, page by page', async () => {
    const staff = await addStaff('read_only')
    const { id, paymentId } = await addSoldOrder()
    const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)
    await db().earlyExpiry.createMany({ data: [5, 30, 200, 3_000].map((at, epoch) => ({ epoch, at: ago(at) })) })
    await db().payment.update({ where: { id: paymentId }, data: { provider: 'test', objectId: 'obj_of_order' } })
    await db().providerEvent.createMany({
      data: Array.from({ length: 60 }, (_, n) => ({
        ...{ id: `pev_u${n}`, provider: 'test', eventId: `evt_u${n}`, kind: 'payment.captured' },
        ...({ objectId: n === 0 ? 'obj_of_order' : `obj_${n}`, state: n < 55 ? 'UNMATCHED' : 'RECEIVED' } as const),
        receivedAt: ago(100 - n),
      })),
    })
    const { session, payments, calls } = await getProviderHealth(staff)
    const numbers: Record<HealthList, number> = {
      ...{ early_hour: session.earlyLastHour, early_day: session.earlyLastDay },
      ...{ received: payments.waiting, unmatched: payments.unmatched },
      ...{ watched: calls.usage.watched, asked: calls.usage.asked },
    }

    const found: Record<string, number> = {}
    for (const rows of HEALTH_LISTS) {
      const ids = new Set<string>()
      for (let after: string | null | undefined; after !== null; ) {
        const page = await getHealthRows(staff, { rows, after: after ?? null })
        for (const row of page.rows) ids.add(row.id)
        after = page.next
      }
      found[rows] = ids.size
    }
    expect(found).toEqual(numbers)
    expect(found).toMatchObject({ early_hour: 2, early_day: 3, received: 6, unmatched: 55, watched: 1, asked: 1 })
    const [oldest] = (await getHealthRows(staff, { rows: 'unmatched', after: null })).rows
    expect(oldest).toMatchObject({ name: 'test payment.captured', about: 'obj_of_order', order: { id } })
  })

  test('counts no work as due that a worker holds, here and beside the jobs as in their list', async () => {
    const staff = await addStaff('read_only')
    const { itemId, paymentId } = await addSoldOrder()
    const [past, hour] = [new Date(Date.now() - MINUTE), new Date(Date.now() + 60 * MINUTE)]
    const held = { nextActionAt: past, leaseOwner: 'a worker', leaseUntil: hour }
    await db().orderItem.update({ where: { id: itemId }, data: held })
    await db().payment.update({ where: { id: paymentId }, data: { nextActionAt: past } })
    const mail = { kind: 'receipt', payload: {}, nextActionAt: past }
    await db().outbox.createMany({
      data: [
        { id: 'out_free', dedupeKey: 'free', ...mail },
        { id: 'out_held', dedupeKey: 'held', ...mail, ...held },
      ],
    })

    const { queues, outbox } = await getProviderHealth(staff)
    const jobs = await getJobPage(staff, jobFilterSchema.parse({}))

    const onHealth = [...queues.map(({ kind, due }) => [kind, due]), ['mails', outbox.due]]
    expect(Object.fromEntries(onHealth)).toEqual(Object.fromEntries(jobs.counts.map(({ queue, due }) => [queue, due])))
    for (const queue of JOB_QUEUES) {
      const { rows } = await listJobRows(staff, jobFilterSchema.parse({ queue }))
      expect([queue, rows.length]).toEqual([queue, jobs.counts.find((one) => one.queue === queue)?.due])
    }
    const ids = jobs.rows.map((row) => row.id)
    expect(ids).toEqual(expect.arrayContaining([paymentId, 'out_free']))
    expect(ids).not.toContain(itemId)
    expect(ids).not.toContain('out_held')
  })

  test('says what is free on the disk of the embedded database, and nothing about one that nobody sees', async () => {
    const staff = await addStaff('support')
    const known = process.env.EMBEDDED_POSTGRES_DIR
    try {
      process.env.EMBEDDED_POSTGRES_DIR = '.'
      const { bavail, bsize } = fs.statfsSync('.')
      const { disk } = await getProviderHealth(staff)
      // Others write to this disk too.
      expect(Math.abs((disk?.freeMb ?? 0) - (bavail * bsize) / 1e6)).toBeLessThan(2_000)
      expect(disk?.totalMb).toBeGreaterThan(disk?.freeMb ?? 0)

      for (const nowhere of ['', '/does/not/exist']) {
        process.env.EMBEDDED_POSTGRES_DIR = nowhere
        expect((await getProviderHealth(staff)).disk).toBeNull()
      }
    } finally {
      if (known === undefined) delete process.env.EMBEDDED_POSTGRES_DIR
      else process.env.EMBEDDED_POSTGRES_DIR = known
    }
  })
})

describe('metrics', () => {
  const TOKEN = 'a token of the monitor'
  const EMAIL = 'zyxandra@quillfeather.example'

  const shop = duringTests(() =>
    startShop({ METRICS_TOKEN: TOKEN, INTERNAL_SECRET: 'inner', STRIPE_SECRET_KEY: 'sk_test_1' }),
  )
  let sold: Awaited<ReturnType<typeof addSoldOrder>>

  beforeAll(async () => {
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
    const value = (name: string) =>
      Number(text.match(new RegExp(`^${name.replaceAll(/[{}]/g, '\\$&')} (.+)$`, 'm'))?.[1])

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
})

describe('http health', () => {
  const world = duringTests(startHttpWorld)

  test('a store without a worker is not ready, and says that it is the worker', async () => {
    expect(await getReadiness()).toEqual({
      status: 'not_ready',
      checks: { database: 'ok', schema: 'ok', worker: 'failed', clock: 'ok' },
    })
  })

  test('a store with a worker is ready', async () => {
    await beat('runner:test', 'runner')

    expect(await getReadiness()).toMatchObject({ status: 'ready' })
    await endBeat('runner:test')
  })

  test('a process that only works answers for its own worker, not for another', async () => {
    changeSettings({ WORKER: 'only' })
    await beat('runner:elsewhere', 'runner')
    expect((await getReadiness()).checks.worker).toBe('failed')

    nameOwnBeat('runner:own')
    await beat('runner:own', 'runner')
    expect(await getReadiness()).toMatchObject({ status: 'ready' })
    changeSettings({ WORKER: 'off' })
    await endBeat('runner:own')
    expect(await getReadiness()).toMatchObject({ status: 'ready' })
    await endBeat('runner:elsewhere')
  })

  test('a worker that fell silent a minute ago does not count', async () => {
    await beat('runner:test', 'runner')
    await db().heartbeat.update({ where: { id: 'runner:test' }, data: { at: new Date(Date.now() - 61_000) } })

    expect((await getReadiness()).checks.worker).toBe('failed')
    await endBeat('runner:test')
  })

  test('a migration that did not finish is noticed', async () => {
    await db().$executeRaw`UPDATE "_prisma_migrations" SET "finished_at" = NULL`

    expect((await getReadiness()).checks.schema).toBe('failed')
    await db().$executeRaw`UPDATE "_prisma_migrations" SET "finished_at" = now()`
  })

  test('a schema that a newer release has changed beyond this one is noticed', async () => {
    const write = (understoodFrom: string) =>
      db().schemaState.update({ where: { id: 'main' }, data: { release: '99.2.0', understoodFrom } })
    await write('99.1.0')
    expect((await getReadiness()).checks.schema).toBe('failed')

    await write(VERSION)
    expect((await getReadiness()).checks.schema).toBe('ok')
  })

  test('the release is told to who watches over the store, and to nobody else', async () => {
    changeSettings({ METRICS_TOKEN: 'a token of the monitor' })
    const ask = async (headers: HeadersInit) => (await ready(new Request('http://shop.test/', { headers }))).json()

    expect(await ask({ authorization: 'Bearer a token of the monitor' })).toMatchObject({
      release: { version: VERSION, schema: { level: expect.any(Number), release: '99.2.0' } },
    })
    for (const headers of [{}, { authorization: 'Bearer x' }, { 'x-landfall-local': '' }]) {
      expect(Object.keys(await ask(headers))).toEqual(['status', 'checks'])
    }
  })

  test('a database that is away is told, not thrown', async () => {
    await world.close()
    changeSettings({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none' })

    expect(await getReadiness()).toEqual({
      status: 'not_ready',
      checks: { database: 'failed', schema: 'unknown', worker: 'unknown', clock: 'unknown' },
    })
  })
})
