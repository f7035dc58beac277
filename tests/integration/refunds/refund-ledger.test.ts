import { beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { moneyFilterSchema } from '#lib/payments/rules/money-discrepancies.ts'
import {
  getMoneyDiscrepancies,
  type MoneyDiscrepanciesPart,
} from '#lib/reconciliation/queries/admin-money-discrepancies.ts'
import { addProviderEntry } from '#lib/reconciliation/repository/discrepancies.ts'
import { listRefunds } from '#lib/refunds/queries/admin-refunds.ts'
import { refundFilterSchema } from '#lib/refunds/rules/refund-ledger.ts'
import { exportFile } from '#tests/support/export-file.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, staffDuringTests } from '#tests/support/staff.ts'

type Sold = Awaited<ReturnType<typeof addSoldOrder>>
const filter = (said: Record<string, string> = {}) => refundFilterSchema.parse({ book: 'trial', ...said })

duringTests(startShop)
const finance = staffDuringTests('finance')
let sold: Record<'confirmed' | 'expected' | 'none', Sold>

beforeAll(async () => {
  sold = { confirmed: await addSoldOrder(), expected: await addSoldOrder(), none: await addSoldOrder() }
  await refund(sold.confirmed, { state: 'DONE', at: '2027-01-03T10:00:00Z' })
  await refund(sold.expected, { state: 'SENT', at: '2027-01-02T10:00:00Z' })
  await refund(sold.none, { state: 'REFUSED', at: '2027-01-01T10:00:00Z', isWholeItem: true })
  for (const { orderNum } of [sold.confirmed, sold.expected]) {
    await addProviderEntry({ kind: 'expected_credit', amount: '7.1', currency: 'USD', orderNum })
  }
  await db().providerEntry.updateMany({
    where: { orderNum: sold.confirmed.orderNum },
    data: { confirmedAt: new Date(), confirmedBy: 'test' },
  })
})

test('each share of a refund shows both sides: the money of the buyer and the credit of the supplier', async () => {
  const { rows } = await listRefunds(finance, filter())

  expect(rows).toEqual([
    expect.objectContaining({
      ...{ orderId: sold.confirmed.id, state: 'DONE', providerRefundId: 're_DONE', amountMinor: 500, currency: 'USD' },
      ...{ capturedMinor: 1089, credit: 'confirmed', creditConfirmed: '7.1', orderNum: sold.confirmed.orderNum },
    }),
    expect.objectContaining({ orderId: sold.expected.id, credit: 'expected', creditAmount: '7.1' }),
    expect.objectContaining({ orderId: sold.none.id, credit: 'none', esimId: null, iccid: null }),
  ])
})

test('the filters of the address narrow the ledger down', async () => {
  const found = async (said: Record<string, string>) =>
    (await listRefunds(finance, filter(said))).rows.map(({ orderId }) => orderId)

  expect(await found({ state: 'REFUSED' })).toEqual([sold.none.id])
  expect(await found({ credit: 'expected' })).toEqual([sold.expected.id])
  expect(await found({ credit: 'confirmed' })).toEqual([sold.confirmed.id])
  expect(await found({ from: '2027-01-02', to: '2027-01-02' })).toEqual([sold.expected.id])
  expect(await found({ book: 'live' })).toEqual([])
  expect(await found({ state: 'nonsense' })).toHaveLength(3)
})

test('a refund is found by every number of its order and by what its provider calls it, in the file too', async () => {
  const { id, iccid, orderNum, paymentId } = sold.expected
  const { number } = await db().order.findUniqueOrThrow({ where: { id }, select: { number: true } })
  const manager = await addStaff('manager')
  const found = async (q: string, staff = finance) =>
    (await listRefunds(staff, filter({ q }))).rows.map(({ orderId }) => orderId)

  for (const q of [number, orderNum, iccid, paymentId, 're_SENT']) expect(await found(q)).toEqual([id])
  expect(await found(iccid.slice(-6), manager)).toEqual([id])
  // Finance reads the last four digits alone, and may not find out the rest.
  expect(await found(iccid.slice(-6))).toEqual([])
  expect(await found('LF-0000-0000')).toEqual([])
  expect(await found('ana@example.com')).toEqual([])
  const file = await exportFile(finance, 'refunds', { book: 'trial', q: number })
  expect((parseCsv(file) ?? []).slice(1)).toHaveLength(1)
})

test('the ledger goes on where its page ended', async () => {
  const all = (await listRefunds(finance, filter())).rows
  const rest = await listRefunds(finance, filter({ after: all[0]?.id ?? '' }))

  expect(rest.rows).toEqual(all.slice(1))
})

test('a card is named in full to no role that may not read its number, in the file neither', async () => {
  const manager = await addStaff('manager')
  const iccidFor = async (staff: StaffMember) => (await listRefunds(staff, filter())).rows[0]?.iccid

  expect(await iccidFor(manager)).toBe(sold.confirmed.iccid)
  expect(await iccidFor(finance)).toBe(`…${sold.confirmed.iccid.slice(-4)}`)
  expect((await readAll(finance)).flat()).not.toContain(sold.confirmed.iccid)
  expect((await readAll(manager)).flat()).toContain(sold.confirmed.iccid)
})

test('why money went back is read without the persons and cards that a role may not see, in the file too', async () => {
  const manager = await addStaff('manager')
  const words = `Asked for by ana@example.com, ${sold.expected.iccid}.`
  await db().refund.updateMany({ where: { paymentId: sold.expected.paymentId }, data: { reason: words } })
  const reasonFor = async (staff: StaffMember) => (await listRefunds(staff, filter({ state: 'SENT' }))).rows[0]?.reason

  expect(await reasonFor(manager)).toBe(words)
  expect((await readAll(manager)).flat()).toContain(words)
  expect(await reasonFor(finance)).not.toMatch(/ana@|\d{10}/)
  expect((await readAll(finance)).join()).not.toMatch(/ana@|\d{19}/)
})

test('what was paid above the price is in the ledger too when it goes back, in its turn', async () => {
  const paid = await addSoldOrder()
  const data = { amountMinor: 300, expectedRefundedSoFar: 0, reason: 'overpaid', requestedBy: 'staff:stf_1' }
  const id = newId('rfd')
  const at = new Date('2027-01-02T20:00:00Z')
  await db().refund.create({
    data: { id, paymentId: paid.paymentId, key: id, kind: 'AUTOMATIC', createdAt: at, ...data },
  })
  try {
    const { rows } = await listRefunds(finance, filter())
    const found = rows.find(({ refundId }) => refundId === id)
    const rest = await listRefunds(finance, filter({ after: found?.id ?? '' }))

    expect(rows.map(({ orderId }) => orderId)).toEqual([sold.confirmed.id, paid.id, sold.expected.id, sold.none.id])
    expect(found).toMatchObject({ amountMinor: 300, reason: 'overpaid', esimId: null, credit: 'none', orderNum: null })
    expect(rest.rows.map(({ orderId }) => orderId)).toEqual([sold.expected.id, sold.none.id])
    const [head, ...file] = await readAll(finance)
    expect(file.map((cells) => cells[head?.indexOf('refunded') ?? -1])).toEqual(['5.00', '3.00', '5.00', '5.00'])
  } finally {
    await db().refund.delete({ where: { id } })
  }
})

test('the file holds every share with its sums, and that it was taken is written down', async () => {
  const [head, ...rows] = await readAll(finance)
  const column = (name: string) => rows.map((row) => row[head?.indexOf(name) ?? -1])

  expect(column('refunded')).toEqual(['5.00', '5.00', '5.00'])
  expect(column('credit_confirmed')).toEqual(['7.1', '0', ''])
  expect(await db().auditEvent.count({ where: { act: 'finance.exported', subject: 'refunds' } })).toBeGreaterThan(0)
})

test('the database refuses a refund of more than was captured', async () => {
  const { paymentId } = sold.confirmed

  await expect(db().payment.update({ where: { id: paymentId }, data: { refundedMinor: 1090 } })).rejects.toThrow(
    'Payment_sums',
  )
})

test('money without an order and orders without money are what the comparison of the books has found', async () => {
  const orderId = sold.expected.id
  const open = [
    { kind: 'payment_unknown', orderId: null },
    { kind: 'line_without_payment', orderId },
    { kind: 'capture_differs', orderId },
    { kind: 'cost_differs', orderId },
  ]
  await db().discrepancy.createMany({
    data: open.map(({ kind, orderId: about }) => ({
      ...{ id: newId('brk'), kind, subject: kind, orderId: about, evidence: {} },
      ...{ riskAmount: '12.4', riskCurrency: 'EUR' },
    })),
  })

  const found = await getMoneyDiscrepancies(finance)

  expect(found.paymentsWithoutOrder.rows).toEqual([
    expect.objectContaining({ kind: 'payment_unknown', order: null, risk: { amount: '12.4', currency: 'EUR' } }),
  ])
  expect(found.ordersWithoutPayment.rows.map(({ order }) => order?.id)).toEqual([orderId])
  expect(found.sumsDiffer.rows.map(({ kind }) => kind)).toEqual(['capture_differs'])
})

test('many payments without an order hide no order without a payment, and are all counted', async () => {
  const before = await getMoneyDiscrepancies(finance)
  await db().discrepancy.createMany({
    data: Array.from({ length: 201 }, (_, place) => ({
      ...{ id: newId('brk'), kind: 'payment_unknown', subject: `pay ${place}`, evidence: {} },
      openedAt: new Date('2026-01-01T00:00:00Z'),
    })),
  })

  const found = await getMoneyDiscrepancies(finance)

  expect(found.ordersWithoutPayment).toEqual(before.ordersWithoutPayment)
  expect(found.ordersWithoutPayment.count).toBeGreaterThan(0)
  expect(found.paymentsWithoutOrder.count).toBe(before.paymentsWithoutOrder.count + 201)
  expect(found.paymentsWithoutOrder.rows).toHaveLength(50)
})

test('three hundred payments without an order are paged to their end, each once, found by number, and leave as a file', async () => {
  const subjects = Array.from({ length: 300 }, (_, n) => `pi_many_${String(n).padStart(4, '0')}`)
  await db().discrepancy.updateMany({ where: { closedAt: null }, data: { closedAt: new Date(), closedBy: 'store' } })
  await db().discrepancy.createMany({
    data: subjects.map((subject, n) => ({
      ...{ id: newId('brk'), kind: n % 2 === 0 ? 'payment_unknown' : 'paid_without_line', subject, evidence: {} },
      // Many of one moment: only the ids tell them apart then.
      openedAt: new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 120))),
    })),
  })
  const read = (said: object) => getMoneyDiscrepancies(finance, moneyFilterSchema.parse(said))
  const seen: string[] = []
  const sizes: number[] = []
  for (let after: string | null = '', isFirst = true; isFirst || after; isFirst = false) {
    const { rows, count, next }: MoneyDiscrepanciesPart = (await read({ part: 'paymentsWithoutOrder', after }))
      .paymentsWithoutOrder
    expect(count).toBe(300)
    seen.push(...rows.map(({ subject }) => subject))
    sizes.push(rows.length)
    after = next
  }
  const [head, ...file] = parseCsv(await exportFile(finance, 'payments', { part: 'paymentsWithoutOrder' })) ?? []
  const one = (await read({ q: 'pi_many_0123' })).paymentsWithoutOrder

  expect(sizes).toEqual([50, 50, 50, 50, 50, 50])
  expect(seen.toSorted()).toEqual(subjects)
  expect(file.map((cells) => cells[head?.indexOf('subject') ?? -1] ?? '').toSorted()).toEqual(subjects)
  expect(one).toMatchObject({ rows: [{ subject: 'pi_many_0123' }], count: 1, next: null })
  expect((parseCsv(await exportFile(finance, 'payments', { q: 'pi_many_0123' })) ?? []).slice(1)).toHaveLength(1)
})

test('who may not see costs is shown neither', async () => {
  const support = await addStaff('support')

  await expect(listRefunds(support, filter())).rejects.toThrow('costs.see')
  await expect(getMoneyDiscrepancies(support)).rejects.toThrow('costs.see')
  await expect(exportFile(support, 'refunds')).rejects.toThrow('costs.see')
})

async function readAll(staff: StaffMember): Promise<string[][]> {
  return parseCsv(await exportFile(staff, 'refunds', filter())) ?? []
}

type Input = { state: 'DONE' | 'SENT' | 'REFUSED'; at: string; isWholeItem?: boolean }

async function refund({ paymentId, itemId, esimId }: Sold, { state, at, isWholeItem }: Input) {
  await db().refund.create({
    data: {
      ...{ id: newId('rfd'), paymentId, key: newId('rfd'), kind: 'CARDS', state, createdAt: new Date(at) },
      ...{ amountMinor: 500, expectedRefundedSoFar: 0, reason: 'test', requestedBy: 'store' },
      providerRefundId: `re_${state}`,
      items: { create: { id: newId('rfi'), itemId, esimId: isWholeItem ? null : esimId, amountMinor: 500 } },
    },
  })
}
