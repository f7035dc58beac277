import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpOwner } from '#lib/auth/commands/manage-staff.ts'
import { forgetGuesses, takeGuess } from '#lib/auth/limits.ts'
import { addOwnerLink } from '#lib/auth/repository/staff-invites.ts'
import { deviceCookie } from '#lib/auth/sign-in.ts'
import { afterAnswersDone } from '#lib/core/commands/after-answer.ts'
import { db } from '#lib/core/repository/client.ts'
import { clearPoints, takePoint } from '#lib/core/repository/shared-counter.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { halfOf } from '#tests/support/access-world.ts'
import { ORIGIN, ownRequest } from '#tests/support/http-world.ts'
import { promote } from '#tests/support/promotions.ts'
import { ownJar } from '#tests/support/request-context.ts'
import { handlerAt } from '#tests/support/routes.ts'
import { given } from '#tests/support/shares.ts'
import { duringTests, SESSION_SECRET, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, addStaffWithPassword, PASSWORD, PASSWORD_HASH, signInStaff } from '#tests/support/staff.ts'

describe('guess limits', () => {
  const OWNER = 'olga@example.com'

  duringTests(() => startShop({ SESSION_SECRET }))

  beforeAll(async () => {
    await setUpOwner(await addOwnerLink(), { email: OWNER, name: 'Olga', passwordHash: PASSWORD_HASH })
  })

  type Try = { email?: string; network?: string; password?: string; cookies?: string }

  /** What became of one try: `in`, `wrong`, or the code of the refusal. */
  async function outcomeOf({ email = OWNER, network = '203.0.113.0/24', password = 'wrong', cookies = '' }: Try) {
    try {
      const typed = { email, password, address: network, browser: 'Firefox, Linux', cookies }

      return (await signInStaff(typed)) ? 'in' : 'wrong'
    } catch (error) {
      return error instanceof AppError ? error.code : String(error)
    }
  }

  async function count(tries: Try[]) {
    const outcomes = await Promise.all(tries.map(outcomeOf))

    return Object.fromEntries(
      [...new Set(outcomes)].sort().map((kind) => [kind, outcomes.filter((o) => o === kind).length]),
    )
  }

  const hundred = <T>(make: (n: number) => T): T[] => Array.from({ length: 100 }, (_, n) => make(n))

  test('of a hundred guesses at once at one account, from as many networks, ten are looked at', async () => {
    expect(await count(hundred((n) => ({ network: `10.0.${n}.0/24` })))).toEqual({ rate_limited: 90, wrong: 10 })
  })

  test('an account that nobody has answers the same', async () => {
    const tries = hundred((n) => ({ email: 'nobody@example.com', network: `10.1.${n}.0/24` }))

    expect(await count(tries)).toEqual({ rate_limited: 90, wrong: 10 })
  })

  test('the right password is not looked at either while strangers have used the tries up, and says when to come back', async () => {
    const refused = await signInStaff({ email: OWNER, password: PASSWORD, address: '192.0.2.0/24', browser: '' }).catch(
      (error: AppError) => error,
    )

    expect(refused).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: expect.any(Number) } })
  })

  test('the owner comes in from a known device meanwhile, and that device guesses ten times too', async () => {
    const cookies = `lang=en; ${deviceCookie(OWNER).split(';')[0]}`

    expect(await outcomeOf({ password: PASSWORD, cookies })).toBe('in')
    expect(await count(hundred(() => ({ cookies })))).toEqual({ rate_limited: 90, wrong: 10 })
  })

  test.each([
    ['of another account', () => deviceCookie('somebody@example.com')],
    ['that somebody made up', () => `device=${'A'.repeat(22)}.${'B'.repeat(43)}`],
    ['with a NUL', () => 'device=\u0000.\u0000'],
  ])('a device %s is not known', async (_, make) => {
    expect(await outcomeOf({ password: PASSWORD, cookies: make().split(';')[0] ?? '' })).toBe('rate_limited')
  })

  test('whoever has proved the mailbox is not kept out by what strangers tried', async () => {
    await forgetGuesses('password', OWNER)

    expect(await outcomeOf({ password: PASSWORD, network: '192.0.2.0/24' })).toBe('in')
  })

  test('thirty people who sign in from one office in a minute are not counted', async () => {
    for (let n = 0; n < 30; n++) {
      const guess = await takeGuess('password', { account: `colleague-${n}@example.com`, network: '192.0.2.0/24' })
      await guess.wasRight()
    }

    expect(await outcomeOf({ email: 'nobody-else@example.com', network: '192.0.2.0/24' })).toBe('wrong')
  })

  test('each block is twice as long as the one before, up to a bound, and a right answer ends all of them', async () => {
    const limit = { points: 1, duration: 1, longestBlockSeconds: 3 }
    const blocks: (number | null)[] = []
    for (let n = 0; n < 3; n++) {
      await takePoint('growing', limit, 'somebody')
      const seconds = await takePoint('growing', limit, 'somebody')
      blocks.push(seconds)
      // The block is over.
      await db().$executeRaw`UPDATE "RateLimit" SET "expire" = 1 WHERE "key" LIKE 'growing:%'`
    }
    expect(blocks).toEqual([1, 2, 3])

    await clearPoints('growing', limit, 'somebody')
    await takePoint('growing', limit, 'somebody')
    expect(await takePoint('growing', limit, 'somebody')).toBe(1)
  })
})

describe('guesses over http', () => {
  const AT_ONCE = 60

  duringTests(() => startShop({ SESSION_SECRET, PUBLIC_URL: ORIGIN, INTERNAL_SECRET: 'inner' }))

  afterAll(() => afterAnswersDone())

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
      const staff = await addStaffWithPassword('owner')
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
      async (max) => {
        const id = await checkout()
        const codes = (n: number) => Array.from({ length: max }, (_, place) => `GUESS-${n}-${place}`)
        const guess = (n: number) => ({ body: { checkoutId: id, codes: codes(n) }, network: ONE_NETWORK })

        const statuses = await statusesOf('vouchers', times(guess))

        expect(statuses).toEqual({ 200: Math.floor(10 / max), 429: AT_ONCE - Math.floor(10 / max) })
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
})
