import { beforeEach, describe, expect, test } from 'vitest'
import { POST } from '#app/api/[...path]/route.ts'
import { db } from '#lib/core/repository/client.ts'
import { getFunnel } from '#lib/finance/queries/visits.ts'
import { addVisit } from '#lib/finance/repository/visits.ts'
import { type FunnelStep, type Visit, visitFilterSchema } from '#lib/finance/rules/visits.ts'
import { removeOldRows } from '#lib/operations/repository/retention.ts'
import { changeSettings } from '#lib/settings/commands/change-settings.ts'
import { OWNER, refusalOf } from '#tests/support/quotes.ts'
import { order, sell, startSale } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'

const ORIGIN = { referrer: 'news.example', source: '', campaign: 'may' }
const VISIT: Visit = { step: 'plan', locale: 'de', currency: 'USD', ...ORIGIN }
const TODAY = () => new Date().toISOString().slice(0, 10)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

describe('visits', () => {
  const sale = duringTests(() => startSale())

  beforeEach(async () => {
    await db().visitDay.deleteMany()
    await db().setting.deleteMany()
    await changeSettings(OWNER, [{ key: 'tools.visits', value: true, seen: null }])
    await db().rateLimit.deleteMany()
  })

  const send = (body: unknown, headers: Record<string, string> = {}) => {
    const { origin } = new URL(process.env.PUBLIC_URL ?? '')
    const request = new Request(`${origin}/api/visits`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.10', ...headers },
      body: JSON.stringify(body),
    })

    return POST(request, { params: Promise.resolve({}) })
  }
  const rows = () => db().visitDay.findMany({ orderBy: { count: 'desc' } })
  const ask = (params: Record<string, string> = {}) => getFunnel(OWNER, visitFilterSchema.parse(params))
  const steps = (...counts: (number | null)[]) =>
    Object.fromEntries(
      ['destination', 'plan', 'checkout', 'paid', 'delivered'].map((step, at) => [step, counts[at]]),
    ) as Record<FunnelStep, number | null>

  test('add one to a counter each, at the same moment too, and leave nothing else behind', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(VISIT, { 'user-agent': 'Somebody/1.0' })))
    await send({ ...VISIT, campaign: '' })

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 204))
    expect(await rows()).toEqual([
      { ...VISIT, day: new Date(TODAY()), count: 20 },
      { ...VISIT, campaign: '', day: new Date(TODAY()), count: 1 },
    ])
    expect(JSON.stringify(await rows())).not.toMatch(/192\.0|Somebody/)
  })

  test.each<[string, unknown, number]>([
    ['a language that the shop has not got', { ...VISIT, locale: 'xx' }, 204],
    ['a currency that the shop does not sell in', { ...VISIT, currency: 'CHF' }, 204],
    ['another step', { ...VISIT, step: 'paid' }, 400],
    ['something about a person', { ...VISIT, email: 'ana@example.com' }, 400],
    ['more than there is to say', { ...VISIT, campaign: 'x'.repeat(2_000) }, 400],
    ['more than any call may take', { ...VISIT, campaign: 'x'.repeat(70_000) }, 413],
  ])('with %s are not counted', async (_, body, status) => {
    expect((await send(body)).status).toBe(status)
    expect(await rows()).toEqual([])
  })

  test('of another site are refused; those of one network beyond a limit are answered alike and not counted', async () => {
    expect((await send(VISIT, { origin: 'https://evil.example' })).status).toBe(403)
    for (let visit = 0; visit < 62; visit += 1) expect((await send(VISIT)).status).toBe(204)

    expect((await rows())[0]?.count).toBeLessThanOrEqual(60)
    expect((await rows())[0]?.count).toBeGreaterThan(50)
  })

  test('are not counted while the owner has not switched that on', async () => {
    await db().setting.deleteMany()

    expect((await send(VISIT)).status).toBe(204)
    expect(await rows()).toEqual([])
    expect((await ask()).isOn).toBe(false)
  })

  test('of made-up origins share a row once a day has many', async () => {
    for (const campaign of ['a', 'b', 'c', 'd']) await addVisit({ ...VISIT, campaign }, 2)
    await addVisit({ ...VISIT, campaign: 'a' }, 2)
    await addVisit({ ...VISIT, referrer: '', campaign: '' }, 2)

    expect((await rows()).map(({ referrer, campaign, count }) => [referrer, campaign, count])).toEqual(
      expect.arrayContaining([
        ['news.example', 'a', 2],
        ['news.example', 'b', 1],
        ['others', 'others', 2],
        ['', '', 1],
      ]),
    )
  })

  test('go when they are older than the owner keeps them', async () => {
    for (const age of [5, 40]) {
      await db().visitDay.create({ data: { ...VISIT, day: new Date(daysAgo(age)), count: 1 }, select: { day: true } })
    }
    const { orderId } = await order({ origin: ORIGIN })
    await db().order.update({ where: { id: orderId }, data: { createdAt: new Date(daysAgo(40)) } })
    expect(await removeOldRows({ isDryRun: true })).toMatchObject({ visits: 0, origins: 0 })
    await changeSettings(OWNER, [{ key: 'retention.visits', value: 30, seen: null }])

    expect(await removeOldRows({ isDryRun: true })).toMatchObject({ visits: 1, origins: 1 })
    expect(await removeOldRows({ isDryRun: false })).toMatchObject({ visits: 1, origins: 1 })
    expect(await removeOldRows({ isDryRun: false })).toMatchObject({ visits: 0, origins: 0 })
    expect((await db().order.findUniqueOrThrow({ where: { id: orderId } })).origin).toBeNull()
    expect((await rows()).map(({ day }) => day)).toEqual([new Date(daysAgo(5))])
  })

  test('are shown to those who see figures, and to no one else', async () => {
    expect(await refusalOf(getFunnel({ ...OWNER, role: 'support' }, visitFilterSchema.parse({})))).toBe('forbidden')
  })

  test('lead to orders: each step is counted, and a day before the first is not nought', async () => {
    await sell(sale, { origin: ORIGIN })
    await sell(sale)
    await order({ origin: ORIGIN })
    for (const step of ['destination', 'destination', 'plan', 'checkout'] as const) await addVisit({ ...VISIT, step })
    await addVisit({ ...VISIT, locale: 'en', referrer: '', campaign: '' })

    const range = { from: daysAgo(2), to: TODAY() }
    const byDay = await ask(range)
    expect(byDay).toMatchObject({ since: TODAY(), range, total: steps(2, 2, 1, 2, 2) })
    expect(byDay.rows).toEqual([
      { key: TODAY(), counts: steps(2, 2, 1, 2, 2) },
      { key: daysAgo(1), counts: steps(null, null, null, 0, 0) },
      { key: daysAgo(2), counts: steps(null, null, null, 0, 0) },
    ])
    expect((await ask({ ...range, by: 'referrer' })).rows).toEqual([
      { key: 'news.example', counts: steps(2, 1, 1, 1, 1) },
      { key: '?', counts: steps(null, null, null, 1, 1) },
      { key: '', counts: steps(0, 1, 0, 0, 0) },
    ])
    expect((await ask({ ...range, campaign: 'may' })).total).toEqual(steps(2, 1, 1, 1, 1))
    expect((await ask({ ...range, campaign: 'june' })).total).toEqual(steps(0, 0, 0, 0, 0))
    expect((await ask({ ...range, currency: 'EUR' })).total).toEqual(steps(0, 0, 0, 0, 0))
    expect((await ask({ from: daysAgo(9), to: daysAgo(3) })).total).toEqual(steps(null, null, null, 0, 0))
  })

  test('are not kept with an order while the owner has them not counted', async () => {
    await db().setting.deleteMany()
    const { orderId } = await order({ origin: ORIGIN })

    expect((await db().order.findUniqueOrThrow({ where: { id: orderId } })).origin).toBeNull()
  })
})
