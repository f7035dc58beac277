import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { addUpDays } from '#lib/finance/commands/close-month.ts'
import { getFinanceSums, listFinanceLines } from '#lib/finance/queries/admin-finance.ts'
import { getBestSeller } from '#lib/finance/queries/best-seller.ts'
import { FINANCE_GROUPS, type FinanceFilter, financeFilterSchema } from '#lib/finance/rules/admin-finance.ts'
import { includedTax, receiptSums } from '#lib/finance/rules/invoice.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { addProviderEntry } from '#lib/reconciliation/repository/discrepancies.ts'
import { changeSettings } from '#lib/settings/commands/change-settings.ts'
import type { OrderPage } from '#lib/settings/rules/shop.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { giveBack, workUntilEsims } from '#tests/support/cancellations.ts'
import { OTHER_PLAN } from '#tests/support/cart.ts'
import { exportFile } from '#tests/support/export-file.ts'
import { addUp } from '#tests/support/finance-metrics.ts'
import { eventually } from '#tests/support/patience.ts'
import { offers, orderWith, promote } from '#tests/support/promotions.ts'
import { forgetReadings, OWNER } from '#tests/support/quotes.ts'
import { freshParties, guestOf, PLAN, pay, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addRefund, addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, staffDuringTests } from '#tests/support/staff.ts'

describe('admin finance', () => {
  const FILTER: FinanceFilter = {
    ...financeFilterSchema.parse({ book: 'trial' }),
    from: '2027-02-01' as FinanceFilter['from'],
    to: '2027-03-31' as FinanceFilter['to'],
  }

  duringTests(startShop)
  const finance = staffDuringTests('finance')

  beforeAll(async () => {
    for (const day of ['2027-02-03', '2027-02-03', '2027-02-28', '2027-03-01']) {
      await addSoldOrder({ createdAt: new Date(`${day}T23:59:59.999Z`) })
    }
    const returned = await addSoldOrder({ createdAt: new Date('2027-03-02T00:00:00Z'), state: 'REFUNDED' })
    await addRefund(returned, 1089)
    await addProviderEntry({ kind: 'expected_credit', amount: '7.1', currency: 'USD', orderNum: returned.orderNum })
    const untold = await addSoldOrder({ createdAt: new Date('2027-03-02T10:00:00Z') })
    await db().providerOrder.updateMany({ where: { orderNum: untold.orderNum }, data: { cost: null } })
    const live = await addSoldOrder({ createdAt: new Date('2027-03-02T11:00:00Z') })
    await db().order.update({ where: { id: live.id }, data: { mode: 'live' } })
    const given = await addSoldOrder({ createdAt: new Date('2027-03-02T12:00:00Z') })
    await db().payment.update({ where: { id: given.paymentId }, data: { reason: 'late' } })
    const differing = await addSoldOrder({ createdAt: new Date('2027-03-02T12:30:00Z') })
    await db().payment.update({ where: { id: differing.paymentId }, data: { reason: 'mismatch', capturedMinor: 500 } })
    const untaken = await addSoldOrder({ createdAt: new Date('2027-03-02T13:00:00Z') })
    await db().orderItem.update({ where: { id: untaken.itemId }, data: { notCaptured: true } })
  })

  test('only lines whose money was taken are sold, and what went back is told beside what came in', async () => {
    const { totals } = await getFinanceSums(finance, FILTER, 'en')

    expect(totals).toEqual([
      expect.objectContaining({
        ...{ currency: 'USD', costCurrency: 'USD', lines: 6, knownLines: 5 },
        ...{ revenueMinor: 6 * 1089, refundedMinor: 1089, quoted: '42.6', charged: '35.5', credited: '7.1' },
        ...{ spentMinor: 4 * 710, marginMinor: 4 * (1089 - 710) },
      }),
    ])
  })

  test.each(FINANCE_GROUPS)('the figures by %s add up to the total, and each is the sum of its lines', async (by) => {
    const { totals, rows } = await getFinanceSums(finance, { ...FILTER, by }, 'en')

    expect(addUp(rows)).toEqual(addUp(totals))
    for (const row of rows) {
      const { rows: lines } = await listFinanceLines(finance, { ...FILTER, by, key: row.key, currency: 'USD' }, 'en')
      expect(addUp(lines), row.key).toEqual(addUp([row]))
    }
  })

  test('days and months are those of UTC to the last millisecond', async () => {
    const keys = async (by: 'day' | 'month') =>
      (await getFinanceSums(finance, { ...FILTER, by }, 'en')).rows.map(({ key, lines }) => [key, lines])

    expect(await keys('day')).toEqual([
      ['2027-03-02', 2],
      ['2027-03-01', 1],
      ['2027-02-28', 1],
      ['2027-02-03', 2],
    ])
    expect(await keys('month')).toEqual([
      ['2027-03', 3],
      ['2027-02', 3],
    ])
  })

  test('live sales stand apart from those of the trial', async () => {
    const { totals } = await getFinanceSums(finance, { ...FILTER, book: 'live' }, 'en')

    expect(totals.map(({ lines }) => lines)).toEqual([1])
  })

  test('a stretch of a figure is read to the instant', async () => {
    const stretch = { from: null, to: null, since: '2027-03-01T23:59:59.999Z', until: '2027-03-02T10:00:00.000Z' }
    const { range, rows } = await listFinanceLines(finance, { ...FILTER, ...stretch, lines: 'all' }, 'en')

    expect(range).toEqual({ from: '2027-03-01', to: '2027-03-02' })
    expect(rows.map(({ at }) => at.toISOString())).toEqual(['2027-03-02T00:00:00.000Z', '2027-03-01T23:59:59.999Z'])
  })

  test('a list of lines goes on where its page ended, and a key nobody can read finds nothing', async () => {
    const first = await listFinanceLines(finance, FILTER, 'en')
    const after = first.rows[1]?.itemId ?? null
    const rest = await listFinanceLines(finance, { ...FILTER, after }, 'en')

    expect(rest.rows.map(({ itemId }) => itemId)).toEqual(first.rows.slice(2).map(({ itemId }) => itemId))
    expect((await listFinanceLines(finance, { ...FILTER, key: 'nonsense' }, 'en')).rows).toEqual([])
  })

  test('an export holds every line and every sum, with hostile names made harmless, and is written down', async () => {
    const hostile = '=HYPERLINK("http://evil.example","x")'
    await db().destination.update({ where: { id: 1 }, data: { ownName: hostile } })

    const lines = await readFile({ ...FILTER, what: 'lines' })
    const sums = await readFile({ ...FILTER, by: 'destination', what: 'sums' })

    await db().destination.update({ where: { id: 1 }, data: { ownName: null } })
    expect(lines).toHaveLength(1 + 6)
    expect(new Set(column(lines, 'destination'))).toEqual(new Set([`'${hostile}`]))
    expect(column(lines, 'revenue')).toEqual(Array(6).fill('10.89'))
    expect(column(lines, 'cost_charged').filter((cost) => cost === '')).toHaveLength(1)
    expect(column(sums, 'name')).toEqual([`'${hostile}`])
    expect(column(sums, 'margin')).toEqual(['15.16'])
    expect(await db().auditEvent.count({ where: { act: 'finance.exported' } })).toBe(2)
  })

  test('a total opens every line of its days, and what is not told opens the lines that miss it', async () => {
    const { totals } = await getFinanceSums(finance, FILTER, 'en')
    const lines = async (cells: Partial<FinanceFilter>) =>
      (await listFinanceLines(finance, { ...FILTER, ...cells }, 'en')).rows
    const unknown = { lines: 'unknown_cost' } as const
    const few = await lines({ ...unknown, currency: 'USD' })

    expect(addUp(await lines({ lines: 'all', currency: 'USD' }))).toEqual(addUp(totals))
    expect(few.map(({ knownLines }) => knownLines)).toEqual([0])
    expect(column(await readFile({ ...FILTER, ...unknown, what: 'lines' }), 'line_id')).toEqual([few[0]?.itemId])
    expect(await lines({ ...unknown, after: few[0]?.itemId ?? null })).toEqual([])
    await addUpDays()
    expect(await lines(unknown)).toEqual(few)
    expect(await lines({ ...unknown, by: 'day', key: '2027-03-01' })).toEqual([])
  })

  test('the plan that most buyers chose is told once enough were sold, each book by itself, and no winner of a draw', async () => {
    await addUpDays()
    const sold = await db().daySum.findFirstOrThrow({ where: { book: 'trial', by: 'plan' } })
    const both = [sold.key, 'pln_other']
    const sums = await db().daySum.findMany({ where: { book: 'trial', by: 'plan', key: sold.key } })

    expect(await getBestSeller(both, 'trial')).toBeNull()
    expect(await getBestSeller(both, 'trial', 7)).toBeNull()
    expect(await getBestSeller(both, 'trial', 6)).toBe(sold.key)
    expect(await getBestSeller(both, 'live', 2)).toBeNull()
    expect(await getBestSeller(['pln_other'], 'trial', 1)).toBeNull()
    await db().daySum.createMany({ data: sums.map((row) => ({ ...row, key: 'pln_other' })) })
    expect(await getBestSeller(both, 'trial', 6)).toBeNull()
    await db().daySum.deleteMany({ where: { key: 'pln_other' } })
  })

  test('a file of sums has each of them, however many there are', async () => {
    await addUpDays()
    const first = await db().daySum.findFirstOrThrow({ where: { book: 'trial', by: 'plan' } })
    const keys = Array.from({ length: 20_000 }, (_, n) => `pln_made_${n}`)
    await db().$executeRaw`
      INSERT INTO "DaySum" SELECT made.* FROM "DaySum" AS sum, unnest(${keys}::text[]) AS made_key,
        jsonb_populate_record(sum, jsonb_build_object('key', made_key)) AS made
      WHERE sum."book" = 'trial' AND sum."by" = 'plan' AND sum."key" = ${first.key} AND sum."day" = ${first.day}`

    const sums = await readFile({ ...FILTER, by: 'plan', what: 'sums' })

    await db().daySum.deleteMany({ where: { key: { startsWith: 'pln_made_' } } })
    expect(new Set(column(sums, 'plan'))).toEqual(new Set([first.key, ...keys]))
  })

  test('who may not see costs is shown no figures and given no file', async () => {
    const support = await addStaff('support')

    await expect(getFinanceSums(support, FILTER, 'en')).rejects.toThrow('costs.see')
    await expect(listFinanceLines(support, FILTER, 'en')).rejects.toThrow('costs.see')
    await expect(exportFile(support, 'finance', FILTER)).rejects.toThrow('costs.see')
  })

  test('tax is that of what was kept, as on the receipt: of what went back nothing is tax, and none is a loss', async () => {
    const createdAt = new Date('2027-05-04T10:00:00Z')
    const [whole, part] = [
      await addSoldOrder({ createdAt, taxMinor: 174 }),
      await addSoldOrder({ createdAt, taxMinor: 174 }),
    ]
    await addRefund(whole, 1089)
    await addProviderEntry({ kind: 'expected_credit', amount: '7.1', currency: 'USD', orderNum: whole.orderNum })
    await addRefund(part, 500)
    await db().payment.update({ where: { id: part.paymentId }, data: { refundedMinor: 500 } })
    const may = { ...FILTER, from: '2027-05-01', to: '2027-05-31' } as FinanceFilter
    const expected = [
      [whole.itemId, 0, 0],
      [part.itemId, 94, 1089 - 500 - 94 - 710],
    ]

    const { rows } = await listFinanceLines(finance, may, 'en')
    expect(rows.map(({ itemId, taxMinor, marginMinor }) => [itemId, taxMinor, marginMinor]).sort()).toEqual(
      expected.sort(),
    )
    const figures = async () => (await getFinanceSums(finance, may, 'en')).totals
    const before = await figures()
    await addUpDays()
    expect(await figures()).toEqual(before)
    expect(before).toMatchObject([{ taxMinor: 94, marginMinor: 1089 - 500 - 94 - 710 }])
    const page = await getOrderPage(guestOf(part.id), part.id)
    expect(page && receiptSums(page).keptTax.minor).toBe(94)
  })

  test('what a worker of the release before has added up beside the upgrade is added up once more a day later', async () => {
    const key = 'finance.taxed_refunds_marked'
    const day = new Date('2027-06-04')
    const order = await addSoldOrder({ createdAt: new Date('2027-06-04T10:00:00Z'), taxMinor: 174 })
    await addRefund(order, 1089 - 500)
    const differing = await addSoldOrder({ createdAt: new Date('2027-06-05T10:00:00Z') })
    await addUpDays()
    await db().setting.deleteMany({ where: { key } })
    const where = { day, by: 'day' }
    const asSold = await db().daySum.findMany({ where: { day: new Date('2027-06-05') } })
    await db().payment.update({ where: { id: differing.paymentId }, data: { reason: 'mismatch' } })
    await addUpDays()
    await db().daySum.createMany({ data: asSold })
    const countOfDiffering = () => db().daySum.count({ where: { day: new Date('2027-06-05') } })
    const tax = async () => (await db().daySum.findFirstOrThrow({ where })).taxMinor
    const right = await tax()
    const asBefore = () => db().daySum.updateMany({ where, data: { taxMinor: 174n } })
    const dayOver = () =>
      db().setting.update({ where: { key }, data: { value: new Date(Date.now() - 86_400_001).toISOString() } })

    await asBefore()
    await addUpDays()
    expect(await tax()).toBe(174n)
    await dayOver()
    await addUpDays()

    expect(await tax()).toBe(right)
    expect(await countOfDiffering()).toBe(0)
    expect(right).not.toBe(174n)
    expect(await db().setting.findUniqueOrThrow({ where: { key } })).toMatchObject({ value: true })
  })

  async function readFile(cells: object): Promise<string[][]> {
    return parseCsv(await exportFile(finance, 'finance', cells)) ?? []
  }

  function column([head, ...rows]: string[][], name: string): (string | undefined)[] {
    const at = head?.indexOf(name) ?? -1

    return rows.map((row) => row[at])
  }
})

describe('receipt', () => {
  const RATE = '19'

  const sale = duringTests(startSale)

  beforeEach(async () => {
    await freshParties(sale)
    await db().setting.deleteMany({ where: { key: 'tax.rate' } })
    await changeSettings(OWNER, [{ key: 'tax.rate', value: RATE, seen: null }])
  })

  type Sold = Awaited<ReturnType<typeof orderWith>>

  /** Three eSIMs of one plan and one of another, with a code. */
  async function soldWithCode(): Promise<Sold> {
    const { code } = await promote({ basisPoints: 1111 })

    return orderWith(await offers([{ planKey: PLAN, count: 3 }, { planKey: OTHER_PLAN }]), [code])
  }

  async function receiptOf({ id, caller }: Sold): Promise<OrderPage> {
    const page = await getOrderPage(caller, id)
    if (!page) throw new Error('The order is there.')

    return page
  }

  async function esimsOf(itemId: string | undefined) {
    return db().esim.findMany({ where: { itemId: itemId ?? '' }, orderBy: { position: 'asc' } })
  }

  /** Works until so much went back by the store's own books, and returns the receipt of then. */
  async function receiptAfter(sold: Sold, refundedMinor: number): Promise<OrderPage> {
    return eventually(
      async () => {
        await runUntilIdle()

        return receiptOf(sold)
      },
      ({ refunded }) => refunded.minor === refundedMinor,
    )
  }

  const sum = (amounts: number[]) => amounts.reduce((total, minor) => total + minor, 0)
  const kept = (page: OrderPage) => {
    const { notCharged, kept, keptTax } = receiptSums(page)

    return { notCharged: notCharged.minor, kept: kept.minor, tax: keptTax.minor }
  }
  // The tax of a part is a share of the tax of all items, each of which was rounded by itself.
  const nearly = (tax: number, of: number) => expect(Math.abs(tax - includedTax(of, RATE))).toBeLessThanOrEqual(2)

  test('with a code, the rows of a receipt add up, and each eSIM that goes back takes its share and its tax along', async () => {
    const sold = await soldWithCode()
    await pay(sale, sold)
    for (const { id } of sold.items) await workUntil(id, ['DELIVERED'])
    const [three = [], one = []] = await Promise.all(sold.items.map(({ id }) => esimsOf(id)))

    const before = await receiptOf(sold)
    const items = sum(before.items.map(({ price, discount }) => price.minor + discount.minor))
    const codes = sum(before.vouchers.map(({ amount }) => amount.minor))
    expect(codes).toBeGreaterThan(0)
    expect(items - codes).toBe(before.total.minor)
    expect(before.captured).toEqual(before.total)
    expect(kept(before)).toEqual({ notCharged: 0, kept: before.total.minor, tax: before.tax.minor })

    const [first] = three
    const share = first?.priceShareMinor ?? 0
    await giveBack(sold, three.slice(0, 1))
    await workUntilEsims(three.slice(0, 1), 'MONEY_BACK')
    const partly = await receiptAfter(sold, share)
    expect(partly.items.map(({ refunded }) => refunded.minor)).toEqual([share, 0])
    expect(kept(partly)).toMatchObject({ notCharged: 0, kept: before.total.minor - share })
    nearly(kept(partly).tax, before.total.minor - share)
    expect(kept(partly).tax).toBeLessThan(before.tax.minor)
    // What was sold stays on it as it was sold.
    expect(partly.total).toEqual(before.total)
    expect(partly.vouchers).toEqual(before.vouchers)

    const rest = [...three.slice(1), ...one]
    await giveBack(sold, rest)
    await workUntilEsims(rest, 'MONEY_BACK')
    const after = await receiptAfter(sold, before.total.minor)
    expect(sum(after.items.map(({ refunded }) => refunded.minor))).toBe(after.refunded.minor)
    expect(kept(after)).toEqual({ notCharged: 0, kept: 0, tax: 0 })
  })

  test('what did not come is not charged, and the receipt counts neither its price nor its tax', async () => {
    const sold = await soldWithCode()
    const [came, missing] = sold.items
    sale.shop.provider.control.setInventory({ apiCode: OTHER_PLAN, left: 0 })
    await forgetReadings()
    await pay(sale, sold)
    await workUntil(came?.id ?? '', ['DELIVERED'])
    await workUntil(missing?.id ?? '', ['REFUNDED'])

    const page = await receiptAfter(sold, 0)
    expect(page.captured.minor).toBe(came?.priceMinor)
    expect(kept(page)).toMatchObject({ notCharged: missing?.priceMinor, kept: came?.priceMinor })
    nearly(kept(page).tax, came?.priceMinor ?? 0)

    const [esim] = await esimsOf(came?.id)
    await giveBack(sold, esim ? [esim] : [])
    const share = esim?.priceShareMinor ?? 0
    const partly = await receiptAfter(sold, share)
    expect(kept(partly)).toMatchObject({ notCharged: missing?.priceMinor, kept: (came?.priceMinor ?? 0) - share })
    nearly(kept(partly).tax, (came?.priceMinor ?? 0) - share)
  })
})
