import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { addDecimals, decimal } from '#lib/core/rules/decimal.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { addUpDays } from '#lib/finance/commands/close-month.ts'
import { listSold } from '#lib/finance/repository/admin-finance.ts'
import { sumLedger } from '#lib/finance/repository/provider-ledger.ts'
import { findSoldFilter, sumSold } from '#lib/finance/repository/sold-lines.ts'
import {
  FINANCE_GROUPS,
  type FinanceFilter,
  type FinanceGroup,
  financeFilterSchema,
} from '#lib/finance/rules/admin-finance.ts'
import { saveCapability } from '#lib/provider/repository/capabilities.ts'
import { addProviderEntry } from '#lib/reconciliation/repository/discrepancies.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'

const FILTER: FinanceFilter = {
  ...financeFilterSchema.parse({ book: 'trial' }),
  from: '2027-02-01' as FinanceFilter['from'],
  to: '2027-03-31' as FinanceFilter['to'],
}
const SUMMED = ['revenueMinor', 'taxMinor', 'discountMinor', 'refundedMinor', 'spentMinor', 'marginMinor'] as const
const COSTS = ['quoted', 'charged', 'credited'] as const

type Sold = Awaited<ReturnType<typeof addSoldOrder>>

let shop: Shop
let first: Sold

beforeAll(async () => {
  shop = await startShop()
  for (const day of ['2027-02-04T00:00:00', '2027-03-01T12:00:00'])
    await addSoldOrder({ createdAt: new Date(`${day}Z`) })
})

afterAll(() => shop.close())

beforeEach(async () => {
  first = await addSoldOrder({ createdAt: new Date('2027-02-03T23:59:59.999Z') })
  await addUpDays()
})

/** The figures of each key, added up here from every sold line. */
async function byHand(by: FinanceGroup) {
  const sums = new Map<string, Record<string, unknown>>()
  for (const line of await listSold(await findSoldFilter(FILTER), { after: null, limit: 100 })) {
    const day = line.at.toISOString().slice(0, 10)
    const keys = { day, month: day.slice(0, 7), destination: `${line.skuId}`, plan: line.planId, method: line.method }
    for (const key of [keys[by], null]) {
      const { currency, costCurrency } = line
      const id = `${key} ${currency} ${costCurrency}`
      const old = sums.get(id) as typeof line | undefined
      const added = SUMMED.map((name) => [name, line[name] + (old?.[name] ?? 0)])
      const costs = COSTS.map((name) => [name, addDecimals(line[name], old?.[name] ?? decimal('0'))])
      const counts = { lines: line.lines + (old?.lines ?? 0), knownLines: line.knownLines + (old?.knownLines ?? 0) }
      sums.set(id, { key, currency, costCurrency, ...counts, ...Object.fromEntries([...added, ...costs]) })
    }
  }

  return sums
}

/** Expects every sum that the store tells to be that of its items. */
async function expectExact() {
  for (const by of FINANCE_GROUPS) {
    const told = await sumSold(await findSoldFilter({ ...FILTER, by }), { by, limit: 100 })
    const rows = new Map(told.map((row) => [`${row.key} ${row.currency} ${row.costCurrency}`, row]))
    expect(rows, by).toEqual(await byHand(by))
  }
}

function marks() {
  return db().$queryRaw<{ day: string }[]>`
    SELECT DISTINCT "book" || ' ' || to_char("day", 'YYYY-MM-DD') AS "day" FROM "DayMark" ORDER BY 1`
}

const CHANGES: Record<string, () => Promise<unknown>> = {
  'a price that was not taken': () =>
    db().orderItem.update({ where: { id: first.itemId }, data: { notCaptured: true } }),
  'a payment that was given back': () =>
    db().payment.update({ where: { id: first.paymentId }, data: { reason: 'late' } }),
  'a capture that was taken back': () =>
    db().payment.update({ where: { id: first.paymentId }, data: { capturedMinor: 0 } }),
  'a cost that the network tells': () =>
    db().providerOrder.update({ where: { orderNum: first.orderNum }, data: { cost: '5.25' } }),
  'a cost that nobody knows': () =>
    db().providerOrder.update({ where: { orderNum: first.orderNum }, data: { cost: null } }),
  'a refund': () => refund(first, 300),
  'a credit of the supplier': () =>
    addProviderEntry({ kind: 'expected_credit', amount: '1.1', currency: 'USD', orderNum: first.orderNum }),
  'a sale of the other book': () => db().order.update({ where: { id: first.id }, data: { mode: 'live' } }),
  'another day': () => db().order.update({ where: { id: first.id }, data: { createdAt: new Date('2027-02-05') } }),
  'a sale': () => addSoldOrder({ createdAt: new Date('2027-02-09T09:00:00Z') }),
  'a gift': async () => {
    const data = { provider: 'no_charge', capturedMinor: 0, amountMinor: 0 }
    await db().payment.update({ where: { id: first.paymentId }, data: { ...data, state: 'OPEN' } })
    await addUpDays()
    await db().payment.update({ where: { id: first.paymentId }, data: { state: 'CAPTURED' } })
  },
  'a line that is gone': async () => {
    await db().payment.delete({ where: { id: first.paymentId } })
  },
  'a pass of five days': async () => {
    const id = newId('quo')
    const old = await db().quote.findFirstOrThrow({ where: { items: { some: { id: first.itemId } } } })
    await db().quote.create({ data: { ...old, id, snapshot: {}, days: 5 } })
    await db().orderItem.update({ where: { id: first.itemId }, data: { quoteId: id, priceMinor: 900 } })
  },
}

test('a day that has not changed is not read again', async () => {
  await expectExact()
  expect(await marks()).toEqual([])
  await db().daySum.updateMany({ where: { by: 'day', key: '' }, data: { revenueMinor: 7n } })

  const [total] = await sumSold(await findSoldFilter(FILTER), { by: 'day', limit: 10 })

  expect(total?.revenueMinor).toBe(21)
  await db().$executeRaw`UPDATE "Line" SET "priceMinor" = "priceMinor" + 1`
  await db().$executeRaw`UPDATE "Line" SET "priceMinor" = "priceMinor" - 1`
})

test.each(Object.entries(CHANGES))(
  'after %s the figures are right at once, and when they were added up',
  async (_, change) => {
    const before = [await byHand('day'), await byHand('method')]
    await change()

    await expectExact()
    await addUpDays()
    expect(await marks()).toEqual([])
    await expectExact()
    expect([await byHand('day'), await byHand('method')]).not.toEqual(before)
  },
)

test('a day pass counts by its days where the network charges it so, from one moment to the next', async () => {
  await CHANGES['a pass of five days']?.()
  await db().plan.updateMany({ data: { kind: 'day_pass' } })
  await addUpDays()

  await expectExact()
  const quoted = async () => Number((await sumSold(await findSoldFilter(FILTER), { by: 'day', limit: 1 }))[0]?.quoted)
  const byDays = await quoted()
  await saveCapability({ key: 'order.daypassPrice', value: 'total', updatedBy: 'test' })

  await expectExact()
  expect(byDays - (await quoted())).toBeGreaterThan(4 * 7.1 - 0.01)
})

test('what is committed while its day is being added up is not lost, and two changes do not wait for each other', async () => {
  await db().$transaction(async (tx) => {
    await tx.orderItem.update({ where: { id: first.itemId }, data: { priceMinor: 500 } })
    const other = await addSoldOrder({ createdAt: new Date('2027-02-03T08:00:00Z') })
    await db().orderItem.update({ where: { id: other.itemId }, data: { priceMinor: 600 } })
    await addUpDays()
    expect(await marks()).toEqual([])
  })

  expect(await marks()).toEqual([{ day: 'trial 2027-02-03' }])
  await expectExact()
  await addUpDays()
  await expectExact()
})

test('the supplier ledger is the sum of its entries, however many of its days are added up', async () => {
  await db().providerEntry.deleteMany()
  const days = [0, 1, 13.9, 14.1, 40]
  for (const [n, ago] of days.entries()) {
    const kinds = ['spend', 'deposit', 'withdrawal', 'expected_credit']
    const at = new Date(Date.now() - ago * 86_400_000)
    const data = kinds.map((kind) => ({ id: `${kind}:${n}`, kind, amount: `${n + 1}.000001`, currency: 'USD', at }))
    await db().providerEntry.createMany({ data })
  }
  const fresh = await sumLedger()
  await addUpDays()
  const kept = await sumLedger()
  await db().providerEntry.update({ where: { id: 'expected_credit:4' }, data: { confirmedAt: new Date() } })

  expect(fresh).toMatchObject([{ spend: '15.000005', expected: '15.000005', confirmed: '0', recentSpend: '6.000003' }])
  expect(kept).toEqual(fresh.map((sums) => ({ ...sums, recentSince: expect.any(Date) })))
  expect(await sumLedger()).toMatchObject([{ expected: '10.000004', confirmed: '5.000001' }])
})

async function refund({ paymentId, itemId }: Sold, amountMinor: number) {
  const refunded = await db().refund.create({
    data: {
      ...{ id: newId('rfd'), paymentId, key: newId('rfd'), kind: 'AUTOMATIC', state: 'SENT' },
      ...{ amountMinor, expectedRefundedSoFar: 0, reason: 'test', requestedBy: 'store' },
      items: { create: { id: newId('rfi'), itemId, amountMinor } },
    },
  })
  await addUpDays()
  await db().refund.update({ where: { id: refunded.id }, data: { state: 'DONE', doneAt: new Date() } })
}
