import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { makeTopUpQuote } from '#lib/esims/commands/make-top-up-quote.ts'
import { topUpOptions } from '#lib/esims/commands/top-up-offer.ts'
import { refusalOf } from '#tests/support/quotes.ts'
import { jar } from '#tests/support/request-context.ts'
import { handlerAt } from '#tests/support/route-tree.ts'
import { type Sale, startSale } from '#tests/support/sale.ts'
import { addStaff, sessionOf } from '#tests/support/staff.ts'
import { DAY_TOP_UP, FIXED_TOP_UP, type OwnedEsim, ownedEsim, planIdOf } from '#tests/support/top-ups.ts'

let sale: Sale
let esim: OwnedEsim
let other: OwnedEsim

beforeAll(async () => {
  sale = await startSale({ SESSION_SECRET: 'a session secret of a test, long enough' })
  esim = await ownedEsim(sale)
  other = await ownedEsim(sale)
})

afterAll(() => sale.close())

type Answer = { status: number; data?: Record<string, never>; error?: { code: string; details?: unknown } }

async function call(at: string, id: string, body?: unknown, origin = process.env.PUBLIC_URL ?? ''): Promise<Answer> {
  const headers = { origin, 'content-type': 'application/json' }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const handler = await handlerAt(at)
  const response = await handler(new Request(`${process.env.PUBLIC_URL}/api`, init), {
    params: Promise.resolve({ id }),
  })

  return { status: response.status, ...((await response.json()) as object) }
}

function asBuyerOf(owned: OwnedEsim | null): void {
  jar.clear()
  if (owned) jar.set('guest', owned.guestToken)
}

const DAY_MS = 86_400_000

test('the buyer reads which plans the eSIM takes, at the prices of the shop, and nothing of their cost', async () => {
  asBuyerOf(esim)

  const answer = await call('GET /api/esims/[id]/top-up-plans', esim.esimId)

  const { plans: offered, refusal } = answer.data as unknown as { plans: { id: string }[]; refusal: null }
  const renewable = sale.shop.provider.control.calls({ path: 'getIccidSupportPackageInfo' })
  expect(answer.status).toBe(200)
  expect(refusal).toBeNull()
  expect(renewable.at(-1)?.params.iccid).toBe(esim.iccid)
  expect(offered.map(({ id }) => id)).toContain(await planIdOf(FIXED_TOP_UP))
  expect(offered.map(({ id }) => id)).not.toContain(await planIdOf('392-0-15-2-G'))
  expect(JSON.stringify(answer)).not.toMatch(/cost|priceId|orderNum|apiCode/)
})

test('the time line tells what runs, what waits, and whether new data can be used today', async () => {
  asBuyerOf(esim)
  const { control } = sale.shop.provider
  const at = (days: number) => new Date(control.clock().getTime() + days * DAY_MS).toISOString()
  const startOf = async () => (await call('GET /api/esims/[id]/top-up-plans', esim.esimId)).data as unknown as Timeline

  const fresh = await startOf()
  control.changeUsage({ iccid: esim.iccid, orderNum: esim.orderNum, beginDate: at(-2), endDate: at(5), usedMb: 100 })
  const running = await startOf()
  control.changeUsage({ iccid: esim.iccid, orderNum: esim.orderNum, beginDate: at(-9), endDate: at(-2) })
  const ended = await startOf()
  control.changeAccount({ apiAllowed: true })
  control.addFault({ path: 'queryEsimOrder', when: 'before', kind: 'code', code: -8, times: 9 })
  const silent = await startOf()

  expect(fresh.timeline?.plans).toMatchObject([{ state: 'waiting', isTopUp: false, usedMb: 0 }])
  expect(fresh.start).toEqual({ kind: 'unknown', from: null })
  expect(running.timeline?.plans).toMatchObject([{ state: 'running', usedMb: 100 }])
  expect(running.start.kind).toBe('unknown')
  expect(running.start.from).not.toBeNull()
  expect(ended.start).toEqual({ kind: 'today', from: null })
  expect(silent.timeline).toBeNull()
  expect(silent.start).toEqual({ kind: 'unknown', from: null })
  control.clearFaults()
})

type Timeline = {
  timeline: { plans: { state: string }[] } | null
  start: { kind: string; from: string | null }
}

test('an offer is made for one piece, with days for a day pass, and names the eSIM by its last digits', async () => {
  asBuyerOf(esim)

  const { data } = await call('POST /api/esims/[id]/top-ups', esim.esimId, {
    planId: await planIdOf(DAY_TOP_UP),
    days: 3,
    locale: 'en',
  })

  const { quote } = data as unknown as { quote: { id: string } }
  expect(quote).toMatchObject({
    count: 1,
    days: 3,
    topUp: { esimId: esim.esimId, orderId: esim.orderId, iccidLast4: esim.iccid.slice(-4) },
  })
  const row = await db().quote.findUniqueOrThrow({ where: { id: quote.id } })
  expect(row).toMatchObject({ kind: 'RENEWAL', esimId: esim.esimId, totalMinor: row.unitMinor })
})

test('the places an eSIM can go to again are those the network names, its own first', async () => {
  asBuyerOf(esim)

  const { data } = await call('GET /api/esims/[id]/destinations', esim.esimId)

  const { destinations: found } = data as unknown as {
    destinations: { slug: string; isOwn: boolean; plans: unknown[] }[]
  }
  const named = sale.shop.provider.control.calls({ path: 'getIccidSupportSku' }).length
  expect(named).toBeGreaterThan(0)
  expect(found[0]).toMatchObject({ slug: 'japan', isOwn: true })
  expect(found.map(({ slug }) => slug)).toContain('asia-12')
  expect(found.map(({ slug }) => slug)).not.toContain('greece')
  expect(found.every(({ plans: list }) => list.length > 0)).toBe(true)
})

test.each([
  ['nobody', () => asBuyerOf(null)],
  ['the buyer of another eSIM', () => asBuyerOf(other)],
])('%s gets no answer about an eSIM, as if it did not exist', async (_, enter) => {
  enter()
  const body = { planId: await planIdOf(FIXED_TOP_UP), locale: 'en' }

  const answers = [
    await call('GET /api/esims/[id]/top-up-plans', esim.esimId),
    await call('GET /api/esims/[id]/destinations', esim.esimId),
    await call('POST /api/esims/[id]/top-ups', esim.esimId, body),
    await call('POST /api/esims/[id]/top-ups', 'crd_00000000000000000000000000', body),
  ]

  expect(answers.map(({ status, error }) => [status, error?.code])).toEqual(Array(4).fill([404, 'not_found']))
})

test('staff look at what an eSIM takes, but order nothing in its buyer’s place; at the shop’s door they are nobody', async () => {
  const staff = await addStaff('support')
  const planId = await planIdOf(FIXED_TOP_UP)
  jar.clear()
  jar.set('staff', await sessionOf(staff.staffId))

  expect((await topUpOptions(staff, esim.esimId)).refusal).toBeNull()
  expect(await refusalOf(makeTopUpQuote(staff, { esimId: esim.esimId, planId, locale: 'en' }))).toBe('not_found')
  expect((await call('GET /api/esims/[id]/top-up-plans', esim.esimId)).status).toBe(404)
  expect((await call('POST /api/esims/[id]/top-ups', esim.esimId, { planId, locale: 'en' })).status).toBe(404)
})

test.each([
  ['priceMinor', { priceMinor: 1 }],
  ['count', { count: 2 }],
  ['currency', { currency: 'USD' }],
  ['cardId', { esimId: 'crd_1' }],
  ['kind', { kind: 'PURCHASE' }],
])('D14 a request that adds %s is refused', async (_, extra) => {
  asBuyerOf(esim)

  const answer = await call('POST /api/esims/[id]/top-ups', esim.esimId, {
    planId: await planIdOf(FIXED_TOP_UP),
    locale: 'en',
    ...extra,
  })

  expect(answer).toMatchObject({ status: 400, error: { code: 'bad_input' } })
})

test('D34 a request from another site is refused', async () => {
  asBuyerOf(esim)
  const body = { planId: await planIdOf(FIXED_TOP_UP), locale: 'en' }

  expect((await call('POST /api/esims/[id]/top-ups', esim.esimId, body, 'https://elsewhere.example')).status).toBe(403)
})

test.each([
  ['not renewable any more', { dpStatus: 'Disable' }, 'card_refuses'],
  ['silent', null, 'no_answer'],
])('an eSIM that is %s says why there is nothing to choose', async (_, change, refusal) => {
  asBuyerOf(other)
  const { control } = sale.shop.provider
  if (change) control.changeUsage({ iccid: other.iccid, ...change })
  else control.addFault({ path: 'getIccidSupportPackageInfo', when: 'before', kind: 'code', code: -8, times: 9 })

  const { data } = await call('GET /api/esims/[id]/top-up-plans', other.esimId)

  expect(data).toMatchObject({ refusal, plans: [] })
  control.changeUsage({ iccid: other.iccid, dpStatus: null })
  control.clearFaults()
})
