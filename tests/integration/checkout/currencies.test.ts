import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { findPlanWithDestination } from '#lib/catalog/repository/catalog.ts'
import { saleAnswer } from '#lib/catalog/rules/on-sale.ts'
import { makeQuote, quoteCart, quoteSale } from '#lib/checkout/commands/make-quote.ts'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { db } from '#lib/core/repository/client.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { currencyExponent } from '#lib/core/rules/currency.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { money } from '#lib/core/rules/money.ts'
import { giveCredit } from '#lib/customers/commands/credits.ts'
import { addUpDays, closeMonth } from '#lib/finance/commands/close-month.ts'
import { issueInvoice } from '#lib/finance/commands/issue-invoice.ts'
import { getFinanceSums } from '#lib/finance/queries/admin-finance.ts'
import { getInvoices } from '#lib/finance/queries/admin-months.ts'
import { findMonthClose } from '#lib/finance/repository/month-entries.ts'
import { financeFilterSchema } from '#lib/finance/rules/admin-finance.ts'
import { includedTax } from '#lib/finance/rules/invoice.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { requireWithinLimit } from '#lib/orders/commands/support-limit.ts'
import { getAdminOrder } from '#lib/orders/queries/admin-order.ts'
import { showVouchers } from '#lib/pricing/commands/promotions/use-codes.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import { listSellingCurrencies } from '#lib/pricing/repository/selling-currencies.ts'
import { priceIn, toStoreMinor } from '#lib/pricing/rules/selling-currency.ts'
import { getOwnCredits } from '#lib/refunds/queries/admin-refunds.ts'
import { sumCreditsLeft } from '#lib/refunds/repository/credits.ts'
import { changeSettings as storeOwnSettings } from '#lib/settings/commands/change-settings.ts'
import { giveBack, workUntilEsims } from '#tests/support/cancellations.ts'
import { CURRENCIES, sellIn } from '#tests/support/currencies.ts'
import { compare } from '#tests/support/discrepancies.ts'
import { exportFile } from '#tests/support/export-file.ts'
import { failure, inputWith, offers, orderWith, promote } from '#tests/support/promotions.ts'
import { DAY_PASS, FIXED, OWNER, quote, storedPlan } from '#tests/support/quotes.ts'
import { freshParties, order, pay, paymentLedger, startSale, workUntil } from '#tests/support/sale.ts'
import { changeSettings, duringTests } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'
import { DAY_TOP_UP, ownedEsim, paymentOf, quoteTopUp, startTopUp } from '#tests/support/top-ups.ts'

const sale = duringTests(() =>
  startSale({
    PAYMENT_PROVIDERS: 'test,bank_transfer',
    BANK_TRANSFER_HOLDER: 'A Shop',
    BANK_TRANSFER_ACCOUNT: 'IBAN: DE89370400440532013000',
  }),
)
const [YEN, , DINAR] = CURRENCIES as [(typeof CURRENCIES)[0], (typeof CURRENCIES)[0], (typeof CURRENCIES)[0]]

beforeEach(async () => {
  await freshParties(sale)
  await sellIn()
})

async function bought(quoteIds: string[], codes: string[] = [], email?: string) {
  const started = await orderWith(quoteIds, codes, email)
  await pay(sale, started)
  for (const { id } of started.items) await workUntil(id, ['DELIVERED'])

  return started
}

/** What whoever has this address may spend here. */
async function credited(email: string, amount: string) {
  const { orderId } = await order({ email })
  const { personId } = await db().order.findUniqueOrThrow({ where: { id: orderId } })
  await storeOwnSettings(OWNER, [{ key: 'acts.second_person', value: 'never', seen: null }])
  const finance = await addStaff('finance')
  await giveCredit(finance, { personId, amount, until: '', reason: 'A test', once: { key: randomUUID() } })
  const [credit] = await getOwnCredits({ email })

  return credit
}

test('an offer is made in the currency that is asked for, at its rate and rounding, and keeps the rate', async () => {
  const own = await quote(FIXED, { count: 2 })
  const there = await quote(FIXED, { count: 2, currency: 'JPY' })

  expect(there.unit).toEqual(priceIn(own.unit, YEN))
  expect(there.total.minor).toBe(there.unit.minor * 2)
  const stored = await db().quote.findUniqueOrThrow({ where: { id: there.id } })
  expect(stored).toMatchObject({ currency: 'JPY', storeCurrency: 'USD' })
  expect([stored.storeRate?.toString(), stored.rate.toString()]).toEqual(['158.4', '1'])
  expect(await db().quote.findUniqueOrThrow({ where: { id: own.id } })).toMatchObject({
    ...{ currency: 'USD', storeCurrency: null, storeRate: null },
  })
})

test('the days of a day pass are added up before they are turned into another currency', async () => {
  const own = await quote(DAY_PASS, { days: 7 })

  expect((await quote(DAY_PASS, { days: 7, currency: 'KWD' })).unit).toEqual(priceIn(own.unit, DINAR))
})

test('the currency of the store is asked for by its name, or by none', async () => {
  const { id, total } = await quote(FIXED, { currency: 'USD' })

  expect(total).toEqual((await quote(FIXED)).total)
  expect((await db().quote.findUniqueOrThrow({ where: { id } })).storeRate).toBeNull()
})

test('a currency that is not sold, or whose rate is too old, is refused and the shop goes on', async () => {
  const { id: planId } = await storedPlan(FIXED)
  const ask = (currency: string) => failure(makeQuote({ planId, count: 1, locale: 'en', currency }))
  const refused = { code: 'not_on_sale', reason: 'currency' }

  expect(await ask('CHF')).toEqual(refused)
  await sellIn([{ ...YEN, asOf: '2026-01-02' }, DINAR])

  expect([await ask('JPY'), await ask('KWD'), await ask('USD')]).toEqual([refused, null, null])
})

test('rates of another store currency sell nothing, and an earlier rate is not kept in a cart', async () => {
  changeSettings({ ...sale.shop.settings, TIME_SCALE: '1' })
  const { id: planId } = await storedPlan(FIXED)
  const items = [{ planId, count: 1 }]
  const first = await quoteCart({ items, locale: 'en', currency: 'JPY' })
  const quoteId = first.items[0]?.quote?.id ?? ''
  await sellIn([{ ...YEN, rate: decimal('159') }])

  const again = await quoteCart({ items: [{ planId, count: 1, quoteId }], locale: 'en', currency: 'JPY' })
  expect(again.items[0]?.quote?.id).not.toBe(quoteId)

  changeSettings({ STORE_CURRENCY: 'EUR' })
  const inOther = await listSellingCurrencies()
  changeSettings({ STORE_CURRENCY: 'USD' })
  expect([inOther, (await listSellingCurrencies()).map(({ code }) => code)]).toEqual([[], ['JPY']])
})

test('a credit leaves no sum to pay that no processor takes', async () => {
  await sellIn([{ ...YEN, code: 'KRW', rate: decimal('1500') }])
  const email = `${randomUUID()}@example.com`
  const credit = await credited(email, '40')
  const [quoteId = ''] = await offers([{ planKey: FIXED, currency: 'KRW' }])

  const { total } = await showVouchers({ checkoutId: quoteId, codes: [credit?.code ?? ''] })
  expect(total).toEqual(money(750, 'KRW'))
})

test('a sum that no order can hold is refused in words, for one item and for all together', async () => {
  const { unit } = await quote(FIXED)
  // 150 million for one piece.
  await sellIn([{ ...YEN, code: 'VND', markup: decimal(0), rate: decimal(Math.floor(15_000_000_000 / unit.minor)) }])
  const { id: planId } = await storedPlan(FIXED)
  const offer = (count: number) => makeQuote({ planId, count, locale: 'en', currency: 'VND' })

  expect(await failure(offer(20))).toEqual({ code: 'bad_input', reason: 'count_out_of_range' })
  const dear = { planId, count: 8 }
  const cart = await quoteCart({ items: [dear, { ...dear, count: 7 }], locale: 'en', currency: 'VND' })
  expect([cart.problem, cart.checkoutId]).toEqual(['too_many_cards', null])
})

test('a sum that finance cannot hold in the currency of the store is refused in any other', async () => {
  const [found, terms] = await Promise.all([findPlanWithDestination((await storedPlan(FIXED)).id), findSaleTerms()])
  const { plan, destination } = found ?? expect.unreachable()
  const answer = saleAnswer({ plan, destination, terms })
  if (!answer.isOnSale) throw new Error('The plan is on sale.')
  const dear = { plan, destination, answer: { ...answer, unit: money(150_000_000, 'USD') }, terms }
  const currency = { ...DINAR, rate: decimal('0.001') }
  const sale = { locale: 'en', currency, checkedAt: new Date() }
  const quoteOf = (count: number) => quoteSale(dear, { ...sale, choice: { count, days: null, startDate: null } })

  expect(quoteOf(13).totalMinor).toBe(19_500_000)
  expect(() => quoteOf(14)).toThrow('No order can be so large.')
})

test('an offer whose order waits is kept for that cart alone: one without its other items is offered anew', async () => {
  changeSettings({ ...sale.shop.settings, TIME_SCALE: '1' })
  const { id: planId } = await storedPlan(FIXED)
  const [one, two] = [
    { planId, count: 1 },
    { planId, count: 2 },
  ]
  const cart = await quoteCart({ items: [one, two], locale: 'en' })
  const [first = '', second = ''] = cart.items.map(({ quote }) => quote?.id ?? '')
  const input = await inputWith([first], [])
  await startOrder(
    { kind: 'anonymous' },
    { ...input, items: [first, second].map((quoteId) => ({ quoteId, travellers: [] })) },
  )
  const asked = async (...items: { planId: string; count: number; quoteId?: string }[]) =>
    (await quoteCart({ items, locale: 'en' })).items.map(({ quote }) => quote?.id)

  expect(await asked({ ...one, quoteId: first }, { ...two, quoteId: second })).toEqual([first, second])
  expect(await asked({ ...one, quoteId: first })).not.toContain(first)
  expect(await asked({ ...one, quoteId: first }, { ...two, quoteId: second }, one)).not.toContain(first)
})

test('a cart is in one currency: what was offered in another is offered anew', async () => {
  // An offer that is about to end is not kept, and here time runs fast.
  changeSettings({ ...sale.shop.settings, TIME_SCALE: '1' })
  const { id: planId } = await storedPlan(FIXED)
  const first = await quoteCart({ items: [{ planId, count: 1 }], locale: 'en', currency: 'JPY' })
  const quoteId = first.items[0]?.quote?.id ?? ''

  const again = await quoteCart({ items: [{ planId, count: 1, quoteId }], locale: 'en', currency: 'JPY' })
  const other = await quoteCart({ items: [{ planId, count: 1, quoteId }], locale: 'en', currency: 'KWD' })

  expect(again.items[0]?.quote?.id).toBe(quoteId)
  expect(other.totals.map(({ currency }) => currency)).toEqual(['KWD'])
  const mixed = await inputWith([quoteId], [])
  const items = [...mixed.items, { quoteId: other.items[0]?.quote?.id ?? '', travellers: [] }]
  await expect(startOrder({ kind: 'anonymous' }, { ...mixed, items })).rejects.toMatchObject({
    ...{ code: 'bad_input', details: { reason: 'currencies_differ' } },
  })
})

test.each(['JPY', 'KWD', 'GBP'] as const)(
  'order, payment, refund and receipt are in %s, and every minor unit is explained',
  async (currency) => {
    const started = await bought(await offers([{ planKey: FIXED, count: 3, currency }]))
    const { totalMinor: total } = started
    expect(started).toMatchObject({ currency, payments: [{ currency, amountMinor: total }] })
    const esims = await db().esim.findMany({ where: { itemId: started.item.id }, orderBy: { position: 'asc' } })
    expect(esims.reduce((sum, { priceShareMinor }) => sum + priceShareMinor, 0)).toBe(total)

    const [first] = esims
    await giveBack(started, first ? [first] : [])
    await workUntilEsims(first ? [first] : [], 'MONEY_BACK')

    const { payments } = await paymentLedger(sale)
    expect(payments.find(({ sessionId }) => sessionId === started.sessionId)).toMatchObject({
      ...{ amount: total, captured: total, refunded: first?.priceShareMinor },
    })
    expect(await compare()).toMatchObject({ state: 'finished', opened: 0, differing: 0 })
    expect(await checkInvariants()).toEqual([])
  },
)

test.each(['JPY', 'KWD'] as const)(
  'an eSIM bought in %s is topped up in it: offer, order, payment and finance agree to the minor unit',
  async (currency) => {
    const terms = CURRENCIES.find(({ code }) => code === currency) ?? YEN
    const esim = await ownedEsim(sale, { currency })
    const own = await quoteTopUp(esim, { planKey: DAY_TOP_UP, days: 3 })
    const there = await quoteTopUp(esim, { planKey: DAY_TOP_UP, days: 3, currency })
    expect(there.total).toEqual(priceIn(own.total, terms))

    const started = await startTopUp(esim.caller, there.id)
    await pay(sale, started)
    await workUntil(started.itemId, ['DELIVERED'])
    const {
      number,
      currency: asked,
      totalMinor,
    } = await db().order.findUniqueOrThrow({ where: { id: started.orderId } })
    expect(money(totalMinor, asked as typeof currency)).toEqual(there.total)

    // Of one that the provider no longer takes nothing is charged, and all that was reserved is let go.
    const lost = await startTopUp(esim.caller, (await quoteTopUp(esim, { currency })).id)
    sale.shop.provider.control.changeUsage({ iccid: esim.iccid, dpStatus: 'Disable' })
    await pay(sale, lost)
    await workUntil(lost.itemId, ['REFUNDED'])
    const back = await db().order.findUniqueOrThrow({ where: { id: lost.orderId } })

    expect(await paymentOf(sale, started)).toMatchObject({ amount: totalMinor, captured: totalMinor, refunded: 0 })
    expect(back.currency).toBe(currency)
    expect(await paymentOf(sale, lost)).toMatchObject({ amount: back.totalMinor, captured: 0, refunded: 0 })
    const finance = await addStaff('finance')
    const [head = [], ...rows] =
      parseCsv(
        await exportFile(finance, 'finance', { ...financeFilterSchema.parse({ book: 'trial' }), what: 'lines' }),
      ) ?? []
    expect(rows.some((cells) => cells.includes(back.number) && !cells.includes('REFUNDED'))).toBe(false)
    const row = rows.find((cells) => cells.includes(number)) ?? []
    const sold = (name: string) => row[head.indexOf(name)]
    const inMain = (minor: number) => (minor / 10 ** currencyExponent(currency)).toFixed(currencyExponent(currency))
    expect([sold('order_currency'), sold('order_price')]).toEqual([currency, inMain(totalMinor)])
    const rate = { store: 'USD', sale: currency, rate: terms.rate } as const
    expect(sold('revenue')).toBe((toStoreMinor(totalMinor, rate) / 100).toFixed(2))
    expect(await compare()).toMatchObject({ state: 'finished', opened: 0, differing: 0 })
    expect(await checkInvariants()).toEqual([])
  },
)

test('a transfer is no way to pay in another currency while there is one that takes it exactly', async () => {
  const quoteIds = await offers([{ planKey: FIXED, currency: 'JPY' }])
  const input = await inputWith(quoteIds, [])

  await expect(startOrder({ kind: 'anonymous' }, { ...input, method: 'bank_transfer' })).rejects.toMatchObject({
    code: 'bad_input',
  })
  const own = await inputWith(await offers([{ planKey: FIXED }]), [])
  await startOrder({ kind: 'anonymous' }, { ...own, method: 'bank_transfer' })
})

test('a voucher and its minimum count at the rate of the order, and are added up in their own currency', async () => {
  const sum = await promote({ kind: 'FIXED', amountMinor: 200, minimumMinor: 500 })
  const share = await promote({ basisPoints: 1000 })
  const [quoteId = ''] = await offers([{ planKey: FIXED, count: 2, currency: 'JPY' }])

  const view = await showVouchers({ checkoutId: quoteId, codes: [sum.code] })
  expect(view.discount).toEqual(money(316, 'JPY'))
  const many = await promote({ kind: 'FIXED', amountMinor: 200, minimumMinor: 1_000_000 })
  const refused = await showVouchers({ checkoutId: quoteId, codes: [many.code] })
  expect(refused.codes).toMatchObject([{ problem: 'minimum', needed: money(1_584_000, 'JPY') }])

  const started = await bought([quoteId], [sum.code])
  expect(started.uses).toMatchObject([{ discountMinor: 316, takenMinor: 199 }])
  const other = await bought(await offers([{ planKey: FIXED, currency: 'KWD' }]), [share.code])
  const [use] = other.uses
  const rate = { store: 'USD', sale: 'KWD', rate: DINAR.rate } as const
  expect(use?.takenMinor).toBe(toStoreMinor(use?.discountMinor ?? 0, rate))
  expect(await checkInvariants()).toEqual([])
})

test('a credit pays in any currency, to the last cent of its own, and comes back as it went', async () => {
  const email = `${randomUUID()}@example.com`
  const credit = await credited(email, '3')
  const id = (await db().promotion.findUniqueOrThrow({ where: { code: credit?.code ?? '' } })).id
  const [quoteId = ''] = await offers([{ planKey: FIXED, currency: 'JPY' }])
  const rate = { store: 'USD', sale: 'JPY', rate: YEN.rate } as const

  expect(await getOwnCredits({ email }, { currency: 'JPY', rate })).toMatchObject([{ left: money(475, 'JPY') }])
  expect(await getOwnCredits({ email }, { currency: 'CHF', rate: null })).toEqual([])
  const started = await bought([quoteId], [credit?.code ?? ''], email)
  expect(started.uses).toMatchObject([{ discountMinor: 475, takenMinor: 300 }])
  expect((await sumCreditsLeft([id])).get(id)).toBe(0)

  const esims = await db().esim.findMany({ where: { itemId: started.item.id } })
  await giveBack(started, esims)
  await workUntilEsims(esims, 'MONEY_BACK')
  expect((await sumCreditsLeft([id])).get(id)).toBe(300)
  expect(await checkInvariants()).toEqual([])
})

test('finance is in the currency of the store, with what was paid and its rate beside each line', async () => {
  const finance = await addStaff('finance')
  const started = await bought(await offers([{ planKey: FIXED, count: 2, currency: 'KWD' }]))
  const rate = { store: 'USD', sale: 'KWD', rate: DINAR.rate } as const
  const filter = { ...financeFilterSchema.parse({ book: 'trial' }), by: 'method' as const }
  await addUpDays()

  const { totals } = await getFinanceSums(finance, filter, 'en')
  expect(totals.map(({ currency }) => currency)).toEqual(['USD'])
  const [header = [], ...rows] = parseCsv(await exportFile(finance, 'finance', { ...filter, what: 'lines' })) ?? []
  const row = rows.find((cells) => cells.includes(started.number)) ?? []
  const cell = (name: string) => row[header.indexOf(name)]
  const inStore = toStoreMinor(started.totalMinor, rate)

  expect([cell('currency'), cell('revenue')]).toEqual(['USD', (inStore / 100).toFixed(2)])
  expect([cell('order_currency'), cell('order_price')]).toEqual(['KWD', (started.totalMinor / 1000).toFixed(3)])
  expect(Number(cell('order_rate'))).toBe(0.3072)
  expect(rows.reduce((sum, cells) => sum + Math.round(Number(cells[header.indexOf('revenue')]) * 100), 0)).toBe(
    totals[0]?.revenueMinor,
  )

  const page = await getAdminOrder(OWNER, started.id)
  expect(page).toMatchObject({ currency: 'KWD', totalMinor: started.totalMinor, rate, margin: { currency: 'USD' } })
  expect(Number(cell('margin'))).toBe((page?.margin?.minor ?? 0) / 100)
})

test('an invoice in another currency says its tax in that of the store as well', async () => {
  await storeOwnSettings(OWNER, [{ key: 'tax.rate', value: '19', seen: null }])
  const started = await bought(await offers([{ planKey: FIXED, count: 2, currency: 'JPY' }]))
  const company = { company: 'A Company', taxNumber: '', postalAddress: 'A Street 1' }
  await issueInvoice(started.caller, started.id, company)

  const [invoice] = await getInvoices(started.caller, started.id)
  const taxMinor = includedTax(started.totalMinor, '19')
  const rate = { store: 'USD', sale: 'JPY', rate: YEN.rate } as const
  expect(invoice).toMatchObject({
    ...{ total: money(started.totalMinor, 'JPY'), tax: money(taxMinor, 'JPY') },
    storeTax: money(toStoreMinor(taxMinor, rate), 'USD'),
  })
})

test('the sum of support is that of the store, at the rate of the order', async () => {
  const support = await addStaff('support')
  const { id: orderId } = await orderWith(await offers([{ planKey: FIXED, currency: 'JPY' }]), [])
  const within = (amountMinor: number) => failure(requireWithinLimit(support, { orderId, amountMinor }))

  expect(await within(7_920)).toBeNull()
  expect(await within(7_921)).toMatchObject({ code: 'forbidden', reason: 'over_limit', limitMinor: 7_920 })
})

test('a closed month is in the currency of the store, and compares what was taken in the currency that was paid', async () => {
  const finance = await addStaff('finance')
  const { id, number, totalMinor } = await bought(await offers([{ planKey: FIXED, count: 3, currency: 'JPY' }]))
  await db().order.update({ where: { id }, data: { createdAt: new Date('2025-03-10T00:00:00Z') } })

  await closeMonth(finance, 'trial-2025-03')

  const closed = await findMonthClose('trial-2025-03')
  const inStore = toStoreMinor(totalMinor, { store: 'USD', sale: 'JPY', rate: YEN.rate })
  expect(closed?.sums).toMatchObject([{ currency: 'USD', lines: 1, revenueMinor: inStore }])
  expect(closed?.notes.takenMinor).toEqual([{ currency: 'JPY', takenMinor: totalMinor, soldMinor: totalMinor }])
  expect(closed?.notes.differing).not.toContain(number)
})
