import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, transaction } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { addDays, calendarDateAt } from '#lib/core/rules/field-schemas.ts'
import { money } from '#lib/core/rules/money.ts'
import { applyCurrencies, fillRates } from '#lib/pricing/commands/currencies.ts'
import { fetchRates, readAddress, watchRates } from '#lib/pricing/commands/fetch-rates.ts'
import { getCurrencies, previewCurrencies } from '#lib/pricing/queries/admin-currencies.ts'
import { readPriceWorld } from '#lib/pricing/repository/pricing.ts'
import { findRateFetch } from '#lib/pricing/repository/rate-fetches.ts'
import { findCurrencyTable, listSellingCurrencies } from '#lib/pricing/repository/selling-currencies.ts'
import { currencyStatus } from '#lib/pricing/rules/admin-currencies.ts'
import type { CurrencyForm } from '#lib/pricing/rules/currency-table.ts'
import { planPrice } from '#lib/pricing/rules/pricing-preview.ts'
import { priceIn } from '#lib/pricing/rules/selling-currency.ts'
import { storeSetting } from '#lib/settings/repository/settings.ts'
import { failure, forgetPrices } from '#tests/support/promotions.ts'
import { FIXED, OWNER, quote, refresh, storedPlan } from '#tests/support/quotes.ts'
import { ecb } from '#tests/support/rates.ts'
import { changeSettings, duringTests, startStockedShop } from '#tests/support/shop.ts'

const shop = duringTests(() => startStockedShop({ STORE_CURRENCY: 'USD' }))
const MANAGER: StaffMember = { ...OWNER, staffId: 'stf_2', role: 'manager' }
const HOUR = 3_600_000
/** Changed prices of one preview: several parts of it, or as many as a large catalogue has. */
const MANY = process.env.FULL ? 4_000 : 400

const TODAY = calendarDateAt(new Date(), 0)
const DAY_BEFORE = addDays(TODAY, -1)

/** The server of rates: what it answers, and how often it was asked. */
const source = { answer: (_: ServerResponse, __: string): unknown => undefined, asked: 0 }
const server = createServer((request, response) => {
  source.asked += 1
  source.answer(response, request.url ?? '')
})
let address = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/daily.xml`
})
afterAll(() => server.close())

beforeEach(async () => {
  await refresh(shop)
  await forgetPrices()
  await db().currencyTable.deleteMany()
  await db().setting.deleteMany({ where: { key: { startsWith: 'currencies.' } } })
  source.asked = 0
  say(ecb({ USD: '1', JPY: '150', GBP: '0.8' }, TODAY))
})

function say(text: string | Buffer): void {
  source.answer = (response) => response.end(text)
}

async function set(key: 'currencies.url' | 'currencies.days', value: string | number | null): Promise<void> {
  await transaction((tx) => storeSetting({ key, value, setBy: 'staff:stf_1' }, tx))
}

const yen = (changes: Partial<CurrencyForm> = {}): CurrencyForm => ({
  ...{ code: 'JPY', rate: '150', asOf: DAY_BEFORE, source: 'hand', markup: '2', rounding: 'whole' },
  ...changes,
})
const pound = (changes: Partial<CurrencyForm> = {}): CurrencyForm =>
  yen({ code: 'GBP', rate: '0.8', rounding: 'ninety_nine', ...changes })

/** Previews a table made from the one that counts, and applies what was shown. */
async function apply(entries: CurrencyForm[], more: Partial<{ jumps: string[]; undoes: number | null }> = {}) {
  const wanted = { base: (await findCurrencyTable())?.number ?? 0, entries }
  const { mark } = await previewCurrencies(MANAGER, wanted, 'en')

  return applyCurrencies(MANAGER, { ...wanted, mark, jumps: [], undoes: null, ...more })
}

const version = async () => (await db().catalogState.findUniqueOrThrow({ where: { id: 1 } })).version
const rates = async () => ((await findCurrencyTable())?.entries ?? []).map(({ code, rate }) => `${code} ${rate}`)

describe('a table of currencies', () => {
  test('shows every price before it counts, and then the shop sells at exactly that price', async () => {
    const before = await version()
    const wanted = { base: 0, entries: [yen()] }

    const preview = await previewCurrencies(MANAGER, wanted, 'en')

    expect(await listSellingCurrencies()).toEqual([])
    expect(await version()).toBe(before)
    const { plans, terms } = await readPriceWorld()
    const onSale = plans.filter((one) => planPrice(one, terms).price !== null)
    expect(preview.currencies).toMatchObject([
      { code: 'JPY', entering: onSale.length, dearer: 0, leaving: 0, jump: null },
    ])
    expect(preview).toMatchObject({ count: onSale.length, rows: expect.objectContaining({ length: 50 }) })

    const { number } = await applyCurrencies(MANAGER, { ...wanted, mark: preview.mark, jumps: [], undoes: null })

    expect(await version()).toBe(before + 1)
    const { unit } = await quote(FIXED, { currency: 'JPY' })
    const home = (await quote(FIXED)).unit
    expect(unit).toEqual(priceIn(home, { code: 'JPY', rate: decimal(150), markup: decimal(2), rounding: 'whole' }))
    const audit = await db().auditEvent.findFirstOrThrow({ where: { act: 'pricing.currencies_changed' } })
    expect(audit).toMatchObject({ actor: 'staff:stf_2', role: 'manager', subject: String(number) })
    expect(audit.after).toEqual({ terms: 'JPY 150 2 whole' })
  })

  test('shows of a changed one each price before and after', async () => {
    await apply([yen(), pound()])

    const { currencies, rows, count } = await previewCurrencies(
      MANAGER,
      { base: 1, entries: [yen({ rate: '160' }), pound({ markup: '2.0' })] },
      'en',
    )

    expect(currencies).toMatchObject([{ code: 'JPY', cheaper: 0, entering: 0, leaving: 0, underFloor: 0 }])
    expect(currencies[0]?.dearer).toBe(count)
    const { plans, terms } = await readPriceWorld()
    for (const { id, before, after } of rows) {
      const plan = plans.find((one) => one.plan.id === id)
      const unit = plan && planPrice(plan, terms).price?.minor
      const own = money((unit ?? 0) * (plan?.plan.kind === 'day_pass' ? (plan.plan.minDays ?? 1) : 1), 'USD')
      const at = (rate: number) =>
        priceIn(own, { code: 'JPY', rate: decimal(rate), markup: decimal(2), rounding: 'whole' }).minor
      expect([before, after]).toEqual([at(150), at(160)])
    }
  })

  test(`shows each of ${MANY} changed prices exactly once, in parts of one preview`, async () => {
    await apply([yen()])
    const { networks, ...template } = await storedPlan(FIXED)
    const added = Array.from({ length: MANY }, (_, n) => {
      return { ...template, id: `pln_many${n}`, planKey: `many-${n}`, cost: (3 + (n * 20) / MANY).toFixed(3) }
    })
    await db().plan.createMany({ data: added })
    try {
      const wanted = { base: 1, entries: [yen({ rate: '160' })] }
      const first = await previewCurrencies(MANAGER, wanted, 'en')
      const read = [...first.rows]
      while (read.length < first.count) {
        const part = await previewCurrencies(MANAGER, { ...wanted, from: read.length, seen: first.mark }, 'en')
        expect(part).toMatchObject({ mark: first.mark, from: read.length, count: first.count })
        expect(part.rows.length).toBeGreaterThan(0)
        read.push(...part.rows)
      }

      const { plans, terms } = await readPriceWorld()
      const onSale = plans.filter((one) => planPrice(one, terms).price !== null).map(({ plan }) => plan.id)
      expect(onSale.length).toBeGreaterThan(MANY)
      expect(read.map((row) => row.id).sort()).toEqual(onSale.sort())
      expect(read.filter(({ before, after }) => before === after)).toEqual([])
      const shares = read.map(({ before, after }) => Math.abs((after ?? 0) - (before ?? 0)) / (before ?? 0))
      expect(shares).toEqual([...shares].sort((a, b) => b - a))

      await db().plan.update({ where: { id: 'pln_many7' }, data: { cost: 90 } })
      const later = previewCurrencies(MANAGER, { ...wanted, from: 50, seen: first.mark }, 'en')
      expect(await failure(later)).toMatchObject({ reason: 'preview_changed' })
    } finally {
      await db().plan.deleteMany({ where: { id: { startsWith: 'pln_many' } } })
    }
  })

  test('counts as it was previewed, or not at all', async () => {
    const wanted = { base: 0, entries: [yen()] }
    const { mark } = await previewCurrencies(MANAGER, wanted, 'en')
    const other = { ...wanted, entries: [yen({ rate: '151' })], mark, jumps: [], undoes: null }

    expect(await failure(applyCurrencies(MANAGER, other))).toMatchObject({ reason: 'preview_changed' })
    const { id, cost } = await storedPlan(FIXED)
    await db().plan.update({ where: { id }, data: { cost: cost.times(2) } })
    expect(await failure(applyCurrencies(MANAGER, { ...other, ...wanted }))).toMatchObject({
      reason: 'preview_changed',
    })
    await db().plan.update({ where: { id }, data: { cost } })
    await applyCurrencies(MANAGER, { ...other, ...wanted })
    expect(await failure(apply([yen()]))).toMatchObject({ reason: 'nothing_changes' })
  })

  test('of two people the second is told, and nothing of the first is lost', async () => {
    const wanted = { base: 0, entries: [yen()] }
    const { mark } = await previewCurrencies(MANAGER, wanted, 'en')
    const both = [1, 2].map(() => applyCurrencies(MANAGER, { ...wanted, mark, jumps: [], undoes: null }))

    const ends = await Promise.allSettled(both)

    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await failure(Promise.all(both))).toMatchObject({ code: 'conflict', reason: 'currencies_changed' })
    expect(await failure(previewCurrencies(MANAGER, wanted, 'en'))).toMatchObject({ reason: 'currencies_changed' })
    expect(await db().currencyTable.count()).toBe(1)
  })

  test('moves a rate by more than ten percent only where that was said', async () => {
    await apply([yen(), pound()])
    const entries = [yen({ rate: '15' }), pound()]

    expect(await failure(apply(entries))).toMatchObject({ reason: 'rate_jump', fields: ['JPY'] })
    expect(await failure(apply(entries, { jumps: ['GBP'] }))).toMatchObject({ reason: 'rate_jump', fields: ['JPY'] })
    await apply(entries, { jumps: ['JPY'] })
    expect(await rates()).toEqual(['JPY 15', 'GBP 0.8'])
  })

  test('that would make prices no provider of payments takes is refused', async () => {
    expect(await failure(apply([yen({ rate: '999999999' })]))).toMatchObject({
      reason: 'price_too_high',
      fields: ['JPY'],
    })
  })

  test.each([
    ['JPY.rate', { rate: '0' }],
    ['JPY.asOf', { asOf: addDays(TODAY, 1) }],
    ['JPY.markup', { markup: '51' }],
    ['USD.code', { code: 'USD' }],
  ])('names %s as what cannot be taken', async (field, changes) => {
    expect(await failure(apply([yen(changes)]))).toMatchObject({ code: 'bad_input', fields: [field] })
  })

  test('is put back as it was, and says so', async () => {
    await apply([yen()])
    await apply([yen({ rate: '160' }), pound()])
    const before = await version()

    expect(await failure(apply([yen({ rate: '155' })], { undoes: 1 }))).toMatchObject({ reason: 'not_earlier' })
    expect(await failure(apply([yen()], { undoes: 9 }))).toMatchObject({ code: 'not_found' })
    const { number } = await apply([yen()], { undoes: 1 })

    expect(number).toBe(3)
    expect(await findCurrencyTable()).toMatchObject({
      origin: 'undo',
      undoes: 1,
      entries: [{ code: 'JPY', rate: '150' }],
    })
    expect(await version()).toBe(before + 1)
    expect(await failure(quote(FIXED, { currency: 'GBP' }))).toMatchObject({ code: 'not_on_sale', reason: 'currency' })
  })

  test.each(['read_only', 'support', 'finance'] as const)('is no matter of %s', async (role) => {
    const caller = { ...OWNER, role }
    const wanted = { base: 0, entries: [yen()] }

    for (const action of [
      previewCurrencies(caller, wanted, 'en'),
      applyCurrencies(caller, { ...wanted, mark: 'x', jumps: [], undoes: null }),
      fillRates(caller, { entries: [], file: 'x' }),
      fetchRates(caller),
    ])
      expect(await failure(action)).toMatchObject({ code: 'forbidden' })
  })
})

describe('rates of a file', () => {
  test('fill a form, and what cannot be taken is told with its reason', async () => {
    const file = ecb({ USD: '1', JPY: '155', GBP: '0', CHF: '0.9' }, TODAY)
    const entries = [yen(), pound(), yen({ code: 'AUD', rate: '1.5' }), yen({ code: 'CHF', rate: '', asOf: '' })]

    const filled = await fillRates(MANAGER, { entries, file })

    expect(filled.notes.map(({ code, result }) => `${code} ${result}`)).toEqual([
      'JPY taken',
      'GBP rate',
      'AUD missing',
      'CHF taken',
    ])
    expect(filled.entries).toEqual([
      { ...yen(), rate: '155', asOf: TODAY, source: 'file' },
      entries[1],
      entries[2],
      { ...yen(), code: 'CHF', rate: '0.9', asOf: TODAY, source: 'file' },
    ])
    expect(await db().currencyTable.count()).toBe(0)
  })

  test.each([
    ['form', '<!doctype html><p>Sign in'],
    ['base', ecb({ JPY: '150' }, TODAY)],
    ['encoding', 'date,from,to,rate\n\ufffd\ufffd'],
    ['too_large', `date,from,to,rate${' '.repeat(1_000_000)}`],
  ])('are refused with the reason %s', async (reason, file) => {
    expect(await failure(fillRates(MANAGER, { entries: [yen()], file }))).toMatchObject({ code: 'bad_input', reason })
  })
})

describe('rates at an address', () => {
  const following = [yen({ source: 'url' }), pound()]

  test('are fetched by the clock, once over all processes, and count for what follows the address', async () => {
    await apply(following)
    const before = await version()
    await set('currencies.url', address)
    say(ecb({ USD: '1', JPY: '160', GBP: '0.81' }, TODAY))
    const now = new Date()

    await Promise.all([watchRates(now), watchRates(now), watchRates(now)])

    expect(source.asked).toBe(1)
    expect(await rates()).toEqual(['JPY 160', 'GBP 0.8'])
    expect(await findCurrencyTable()).toMatchObject({ origin: 'url', by: 'clock', number: 2 })
    expect(await version()).toBe(before + 1)
    expect(await findRateFetch()).toMatchObject({ state: 'done', url: address, failure: null })
  })

  test('are fetched again after six hours, after an hour where it failed, and soon after the address changed', async () => {
    await apply(following)
    const asks = async (ms: number) => {
      const before = source.asked
      await watchRates(new Date(Date.now() + ms))

      return source.asked - before
    }
    expect(await asks(0)).toBe(0)
    await set('currencies.url', address)
    expect([await asks(0), await asks(6 * HOUR - 5_000), await asks(6 * HOUR + 5_000)]).toEqual([1, 0, 1])
    await set('currencies.url', `${address}?other`)
    source.answer = (response) => response.writeHead(500).end()
    expect([await asks(0), await asks(HOUR - 5_000), await asks(HOUR + 5_000)]).toEqual([1, 0, 1])
  })

  test('that say nothing new store no table and leave pages as they are', async () => {
    await apply([yen({ source: 'url', asOf: TODAY })])
    const before = await version()
    await set('currencies.url', address)

    for (const day of [TODAY, DAY_BEFORE]) {
      say(ecb({ USD: '1', JPY: '151' }, day))
      await fetchRates(MANAGER)
    }

    expect(await db().currencyTable.count()).toBe(1)
    expect(await version()).toBe(before)
    expect((await findRateFetch())?.notes).toMatchObject([{ code: 'JPY', result: 'older', rate: '151' }])
  })

  test('that jump are not believed before somebody looked, and the others count', async () => {
    await apply([yen({ source: 'url' }), pound({ source: 'url' })])
    await set('currencies.url', address)
    say(ecb({ USD: '1', JPY: '1.5', GBP: '0.81' }, TODAY))

    const { notes } = await fetchRates(MANAGER)

    expect(notes).toMatchObject([
      { code: 'JPY', result: 'jump', rate: '1.5' },
      { code: 'GBP', result: 'taken' },
    ])
    expect(await rates()).toEqual(['JPY 150', 'GBP 0.81'])
    // With eyes on it the same rate fills the form, and counts where it is ticked.
    const { entries } = await fillRates(MANAGER, { entries: [yen({ source: 'url' })], file: null })
    await apply(entries, { jumps: ['JPY'] })
    expect(await rates()).toEqual(['JPY 1.5'])
  })

  test('that lack a currency leave it its rate and say which', async () => {
    await apply(following)
    await set('currencies.url', address)
    say(ecb({ USD: '1', GBP: '0.8' }, TODAY))

    expect((await fetchRates(MANAGER)).notes).toMatchObject([{ code: 'JPY', result: 'missing' }])
    expect(await rates()).toEqual(['JPY 150', 'GBP 0.8'])
  })

  test.each([
    ['status', (response: ServerResponse) => response.writeHead(404).end('no')],
    ['form', (response: ServerResponse) => response.end('<html><body>Sorry</body></html>')],
    ['encoding', (response: ServerResponse) => response.end(Buffer.from(`\ufeff${ecb({}, TODAY)}`, 'utf16le'))],
    ['too_large', (response: ServerResponse) => response.end(Buffer.alloc(1_000_001, 32))],
    ['unreachable', (response: ServerResponse) => response.destroy()],
    ['redirect', (response: ServerResponse) => response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end()],
    ['redirect', (response: ServerResponse) => response.writeHead(302, { location: '/round' }).end()],
  ])('fail as %s, keep every rate, and are noted', async (reason, answer) => {
    await apply(following)
    await set('currencies.url', address)
    source.answer = answer

    await watchRates()

    expect(await findRateFetch()).toMatchObject({ state: 'failed', failure: reason })
    expect(await rates()).toEqual(['JPY 150', 'GBP 0.8'])
    expect(await db().currencyTable.count()).toBe(1)
  })

  test('are followed to another place of the same scheme, and awaited only so long', async () => {
    source.answer = (response, path) =>
      path.endsWith('/there')
        ? response.end(ecb({ USD: '1', JPY: '150' }, TODAY))
        : response.writeHead(301, { location: '/there' }).end()
    expect(await readAddress(address)).toMatchObject({ rates: [{ code: 'EUR' }, { code: 'JPY', rate: '150' }] })

    source.answer = (response) => response.write('<')
    expect(await readAddress(address, 300)).toEqual({ failure: 'timeout' })
  })

  test('are asked for over TLS alone in a shop that is open', async () => {
    changeSettings({ STORE_MODE: 'live' })

    expect(await readAddress(address)).toEqual({ failure: 'insecure' })
    expect(source.asked).toBe(0)
    changeSettings({ STORE_MODE: 'trial' })
  })

  test('need an address', async () => {
    expect(await failure(fetchRates(MANAGER))).toMatchObject({ code: 'bad_input', reason: 'no_url' })
  })
})

test('pages are made anew once when a rate becomes too old, and once when it comes back', async () => {
  await apply([yen(), pound({ asOf: addDays(TODAY, -6) })])
  await watchRates()
  const before = await version()
  const later = new Date(Date.now() + 48 * HOUR)

  await Promise.all([watchRates(later), watchRates(later)])
  await watchRates(later)
  expect(await version()).toBe(before + 1)
  expect((await listSellingCurrencies(later)).map(({ code }) => code)).toEqual(['JPY'])

  await set('currencies.days', 30)
  await watchRates(later)
  await watchRates(later)
  expect(await version()).toBe(before + 2)
  expect((await listSellingCurrencies(later)).map(({ code }) => code)).toEqual(['JPY', 'GBP'])
})

describe('the page of currencies', () => {
  const page = (past: number | null = null) => getCurrencies(OWNER, { locale: 'en', past })

  test('shows each with the age of its rate, the cheapest plan in it, and which are stopped', async () => {
    await apply([yen({ asOf: addDays(TODAY, -8) }), pound({ asOf: TODAY })])

    const { currencies, example, currency, base, today, source: from } = await page()

    expect({ currency, base }).toEqual({ currency: 'USD', base: 1 })
    const price = example?.price ?? null
    const status = currencies.map((one) => currencyStatus(one, { today, maxAgeDays: from.maxAgeDays, price }))
    expect(status).toMatchObject([
      { age: 8, isStopped: true },
      { age: 0, isStopped: false },
    ])
    const { plans, terms } = await readPriceWorld()
    const prices = plans
      .filter(({ entry }) => entry.partnerId === null)
      .flatMap(({ plan, ...one }) => {
        const minor = planPrice({ plan, ...one }, terms).price?.minor

        return minor === undefined ? [] : [minor * (plan.kind === 'day_pass' ? (plan.minDays ?? 1) : 1)]
      })
    expect(price).toEqual(money(Math.min(...prices), 'USD'))
    expect(status[1]?.price).toEqual(
      priceIn(money(Math.min(...prices), 'USD'), {
        ...{ code: 'GBP', rate: decimal('0.8'), markup: decimal(2), rounding: 'ninety_nine' },
      }),
    )
  })

  test('tells what the last fetch said of a rate that does not count, until it does', async () => {
    await apply([yen({ source: 'url' })])
    expect((await page()).source).toMatchObject({ url: null, maxAgeDays: 7, last: null })
    await set('currencies.url', address)
    expect((await page()).source).toMatchObject({ url: address, last: null })
    say(ecb({ USD: '1', JPY: '200' }, TODAY))
    await fetchRates(MANAGER)
    const { source: told, currencies } = await page()

    expect(told.last).toMatchObject({ state: 'done', failure: null })
    expect(currencies[0]?.note).toEqual({ code: 'JPY', result: 'jump', rate: '200', asOf: TODAY })
    await apply([yen({ source: 'url', rate: '200', asOf: TODAY })], { jumps: ['JPY'] })
    expect((await page()).currencies[0]?.note).toBeNull()
    source.answer = (response) => response.writeHead(503).end()
    await fetchRates(MANAGER)
    expect((await page()).source.last).toMatchObject({ state: 'failed', failure: 'status' })
  })

  test('pages through what was changed, each against the one before', async () => {
    for (let rate = 150; rate < 162; rate++) await apply([yen({ rate: String(rate) })])
    await apply([yen({ rate: '161' }), pound()])

    const first = await page()
    const second = await page(first.history.older)

    expect(first.history.rows.map(({ number }) => number)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4])
    expect(first.history.rows[0]?.changes).toMatchObject([{ before: null, after: { code: 'GBP' } }])
    expect(first.history.rows[9]?.changes).toMatchObject([{ before: { rate: '152' }, after: { rate: '153' } }])
    expect(second.history).toMatchObject({ older: null, rows: { length: 3 } })
    expect(second.history.rows[2]?.changes).toMatchObject([{ before: null, after: { rate: '150' } }])
  })

  test('is shown to roles that see costs, and to no other', async () => {
    expect(await failure(getCurrencies({ ...OWNER, role: 'support' }, { locale: 'en', past: null }))).toMatchObject({
      code: 'forbidden',
    })
    expect(await getCurrencies({ ...OWNER, role: 'finance' }, { locale: 'en', past: null })).toMatchObject({
      mayChange: false,
      maySet: false,
    })
  })
})
