import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#lib/auth/password.ts'
import { db } from '#lib/core/repository/client.ts'
import { forgetCounters } from '#lib/core/repository/shared-counter.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { findLinksQueued } from '#lib/orders/commands/find-link.ts'
import { halfOf } from '#tests/support/access-world.ts'
import { ORIGIN, ownRequest } from '#tests/support/http-world.ts'
import { promote } from '#tests/support/promotions.ts'
import { ownJar } from '#tests/support/request-context.ts'
import { handlerAt } from '#tests/support/route-tree.ts'
import { given } from '#tests/support/shares.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff } from '#tests/support/staff.ts'

const AT_ONCE = 60
const PASSWORD = 'a wide blue harbour 7'

let shop: Shop

beforeAll(async () => {
  shop = await startShop({
    SESSION_SECRET: 'a session secret of a test, long enough',
    PUBLIC_URL: ORIGIN,
    INTERNAL_SECRET: 'inner',
  })
  forgetCounters()
})

afterAll(async () => {
  await findLinksQueued()
  forgetCounters()
  await shop.close()
})

beforeEach(() => db().$executeRaw`DELETE FROM "RateLimit"`)

type Guess = { body: unknown; network: string; cookies?: Record<string, string> }

/** Sends guesses at once to the handler of an address, and tells how often it answered with which status. */
async function statusesOf(file: string, guesses: Guess[]): Promise<Record<number, number>> {
  const post = await handlerAt(`POST /api/${file}`)
  const answers = await Promise.all(
    guesses.map(({ body, network, cookies = {} }) => {
      const request = ownRequest({ body, path: `/api/${file}`, headers: { 'x-forwarded-for': network } })

      return ownJar.run(cookies, () => post(request, { params: Promise.resolve({}) }))
    }),
  )
  const statuses = answers.map((answer) => answer?.status ?? 0)
  console.info(`${file}: ${JSON.stringify(statuses.map(String).sort())}`)

  return Object.fromEntries(
    [...new Set(statuses)].map((one) => [one, statuses.filter((status) => status === one).length]),
  )
}

/** A checkout of one offer. */
async function checkout(): Promise<string> {
  const { id: orderId } = await addSoldOrder()
  const { quote } = await db().orderItem.findFirstOrThrow({ where: { orderId }, include: { quote: true } })
  const id = newId('quo')
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db().quote.create({ data: { ...quote, id, expiresAt, snapshot: quote.snapshot ?? {} } })

  return id
}

const times = <T>(make: (n: number) => T): T[] => Array.from({ length: AT_ONCE }, (_, n) => make(n))
const manyNetworks = (n: number) => `10.${n}.0.7`
const ONE_NETWORK = '203.0.113.7'

describe('of sixty guesses at once', () => {
  test('at the password of one account, from as many networks, ten are compared', async () => {
    const staff = await addStaff('owner')
    await db().staff.update({ where: { id: staff.staffId }, data: { passwordHash: await hashPassword(PASSWORD) } })
    const guess = (n: number) => ({ body: { email: staff.email, password: `wrong ${n}` }, network: manyNetworks(n) })

    expect(await statusesOf('sign-in', times(guess))).toEqual({ 400: 10, 429: 50 })
  })

  test('at the passwords of as many accounts, from one network, ten are compared', async () => {
    const guess = (n: number) => ({ body: { email: `a${n}@example.com`, password: PASSWORD }, network: ONE_NETWORK })

    expect(await statusesOf('sign-in', times(guess))).toEqual({ 400: 10, 429: 50 })
  })

  test('at the code of one account, from as many networks, ten are compared', async () => {
    const { staffId } = await addStaff('owner')
    const cookies = { staff: await halfOf(staffId, 'half') }
    const guess = (n: number) => ({ body: { code: String(100_000 + n) }, network: manyNetworks(n), cookies })

    expect(await statusesOf('staff/second-step', times(guess))).toEqual({ 400: 10, 429: 50 })
  })

  test('at the codes of as many accounts, from one network, ten are compared', async () => {
    const tokens = await Promise.all(times(async () => halfOf((await addStaff('support')).staffId, 'half')))
    const guesses = tokens.map((staff) => ({ body: { code: '000000' }, network: ONE_NETWORK, cookies: { staff } }))

    expect(await statusesOf('staff/second-step', guesses)).toEqual({ 400: 10, 429: 50 })
  })

  test('at the PIN of one eSIM, from as many networks, five are compared, and the link is closed', async () => {
    const { token, made } = await given()
    const pins = times((n) => String(100_000 + n)).filter((pin) => pin !== made.pin)
    const statuses = await statusesOf(
      'shares/open',
      pins.map((pin, n) => ({ body: { token, pin }, network: manyNetworks(n) })),
    )

    const { 400: wrong = 0, 410: closed = 0, ...others } = statuses
    const share = await db().esimShare.findUniqueOrThrow({ where: { id: made.id } })
    expect([wrong <= 5, wrong + closed, others]).toEqual([true, pins.length, {}])
    // Each PIN that is compared was counted before.
    expect(share).toMatchObject({ endReason: 'closed', wrongPins: 5 })
  })

  test('at the PINs of as many links, from one network, ten are looked at', async () => {
    const guess = (n: number) => ({
      body: { token: `nobodys-link-${1_000_000_000 + n}`, pin: '123456' },
      network: ONE_NETWORK,
    })

    expect(await statusesOf('shares/open', times(guess))).toEqual({ 404: 10, 429: 50 })
  })

  test.each([
    ['find', (n: number) => ({ email: `a${n}@example.com`, hint: 'ABCD' })],
    ['withdrawals', (n: number) => ({ email: `a${n}@example.com`, number: 'LF-ABCD-EFGH' })],
  ])('at the number of an order by %s, from one network, ten are looked up', async (file, body) => {
    const guess = (n: number) => ({ body: body(n), network: ONE_NETWORK })

    expect(await statusesOf(file, times(guess))).toEqual({ 200: 10, 429: 50 })
  })

  test.each([1, 2, 3])(
    'at vouchers, %i in a request, from one network, ten codes at most are looked up',
    async (most) => {
      const id = await checkout()
      const codes = (n: number) => Array.from({ length: most }, (_, place) => `GUESS-${n}-${place}`)
      const guess = (n: number) => ({ body: { checkoutId: id, codes: codes(n) }, network: ONE_NETWORK })

      const statuses = await statusesOf('vouchers', times(guess))

      expect(statuses).toEqual({ 200: Math.floor(10 / most), 429: AT_ONCE - Math.floor(10 / most) })
    },
  )

  test('at the numbers of SIM cards, from one network, five are looked up', async () => {
    const guess = (n: number) => ({
      body: { number: `89480100000000${10_000 + n}`, locale: 'en' },
      network: ONE_NETWORK,
    })

    expect(await statusesOf('sim-cards/check', times(guess))).toEqual({ 200: 5, 429: 55 })
  })
})

test('voucher codes that exist give back what they took, and those beside them keep it', async () => {
  const id = await checkout()
  const { code } = await promote()
  const ask = (codes: string[]) => statusesOf('vouchers', [{ body: { checkoutId: id, codes }, network: ONE_NETWORK }])
  for (let n = 0; n < 9; n += 1) expect(await ask([code, `NOT-${n}`])).toEqual({ 200: 1 })
  expect(await ask([code])).toEqual({ 200: 1 })
  expect(await ask(['NOT-9'])).toEqual({ 200: 1 })

  expect(await ask(['NOT-10'])).toEqual({ 429: 1 })
})
