import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { closeMonth } from '#lib/finance/commands/close-month.ts'
import { getFinanceSums } from '#lib/finance/queries/admin-finance.ts'
import { getMonth, getMonths } from '#lib/finance/queries/admin-months.ts'
import { type FinanceFigures, financeFilterSchema } from '#lib/finance/rules/admin-finance.ts'
import { addProviderEntry } from '#lib/reconciliation/repository/discrepancies.ts'
import { exportFile } from '#tests/support/export-file.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff } from '#tests/support/staff.ts'

let shop: Shop
let finance: StaffMember
let early: Sold
let refundedLater: Sold
let costTold: Sold

type Sold = Awaited<ReturnType<typeof addSoldOrder>>
const OWN = { part: 'own', after: null } as const
const LATER = { part: 'corrections', after: null } as const

beforeAll(async () => {
  shop = await startShop()
  finance = await addStaff('finance')
  early = await addSoldOrder({ createdAt: new Date('2025-01-03T10:00:00Z') })
  refundedLater = await addSoldOrder({ createdAt: new Date('2025-01-31T23:59:59.999Z'), state: 'REFUNDED' })
  costTold = await addSoldOrder({ createdAt: new Date('2025-01-12T10:00:00Z') })
  await db().providerOrder.updateMany({ where: { orderNum: costTold.orderNum }, data: { cost: null } })
  await addSoldOrder({ createdAt: new Date('2025-02-01T00:00:00Z') })
  // Given back on the second of February: before January is closed, and not in January.
  await refund(refundedLater, { amountMinor: 1089, doneAt: new Date('2025-02-02T10:00:00Z') })
  await addProviderEntry({ kind: 'expected_credit', amount: '7.1', currency: 'USD', orderNum: refundedLater.orderNum })
  await db().providerEntry.updateMany({ data: { at: new Date('2025-02-03T10:00:00Z') } })
  await refund(early, { amountMinor: 89, doneAt: new Date('2025-01-20T10:00:00Z') })
})

afterAll(() => shop.close())

test('a month stays open while anything touches it, and what that is can be read', async () => {
  const held = await addSoldOrder({ createdAt: new Date('2025-01-15T10:00:00Z'), state: 'HELD', reason: 'test' })
  await db().discrepancy.create({
    data: { id: 'brk_test', kind: 'cost_differs', subject: 'x', orderId: held.id, evidence: {} },
  })

  const { next } = await getMonths(finance, 'trial')

  expect(next).toMatchObject({ id: 'trial-2025-01', month: '2025-01', isOver: true })
  expect(next?.open).toEqual([
    { kind: 'lines', count: 1, first: [expect.objectContaining({ orderId: held.id, state: 'HELD' })] },
    { kind: 'findings', count: 1, first: [expect.objectContaining({ orderId: held.id, state: 'cost_differs' })] },
  ])
  await expect(closeMonth(finance, 'trial-2025-01')).rejects.toMatchObject({ details: { reason: 'open' } })

  const facts = { kind: 'dispute', orderId: held.id, evidence: {} }
  await db().discrepancy.createMany({
    data: Array.from({ length: 25 }, (_, n) => ({ id: `brk_${n}`, subject: `${n}`, ...facts })),
  })
  const found = async (whole: 'findings' | 'lines') => {
    const { next: month } = await getMonths(finance, 'trial', whole)

    return month?.open.find(({ kind }) => kind === 'findings')
  }
  const [first, all] = [await found('lines'), await found('findings')]
  expect([first?.count, first?.first.length, all?.first.length]).toEqual([26, 20, 26])
  expect(new Set(all?.first.map(({ discrepancyId }) => discrepancyId)).size).toBe(26)

  await db().discrepancy.updateMany({ data: { closedAt: new Date(), closedBy: 'test' } })
  await db().orderItem.update({ where: { id: held.itemId }, data: { state: 'EXPIRED' } })
  await db().payment.update({ where: { id: held.paymentId }, data: { capturedMinor: 0, state: 'VOIDED' } })
})

test('months are closed in their order, when they are over, by finance or an owner', async () => {
  const thisMonth = new Date().toISOString().slice(0, 7)
  const manager = await addStaff('manager')

  await expect(closeMonth(finance, 'trial-2025-02')).rejects.toMatchObject({ details: { reason: 'not_next' } })
  await expect(closeMonth(finance, `trial-${thisMonth}`)).rejects.toMatchObject({ details: { reason: 'not_over' } })
  await expect(closeMonth(manager, 'trial-2025-01')).rejects.toThrow('finance.close')
})

test('a closed month adds up to its order rows, as they stood when it ended', async () => {
  await closeMonth(finance, 'trial-2025-01')

  const page = await getMonth(finance, 'trial-2025-01', OWN)
  expect(page?.month.sums).toEqual([
    expect.objectContaining({
      ...{ isCorrection: false, currency: 'USD', lines: 3, knownLines: 2, revenueMinor: 3 * 1089 },
      ...{ refundedMinor: 89, charged: '14.2', credited: '0', spentMinor: 1420, marginMinor: 2 * 1089 - 89 - 1420 },
    }),
  ])
  expect(page?.rows).toHaveLength(3)
  const unknown = await getMonth(finance, 'trial-2025-01', { ...OWN, part: 'unknown_cost' })
  expect(unknown?.rows.map(({ itemId, knownLines }) => [itemId, knownLines])).toEqual([[costTold.itemId, 0]])
  expect(page?.month.notes).toMatchObject({ unknownCosts: 1, openCredits: [{ amount: '7.1' }], differing: [] })
  expect(page?.month.notes.takenMinor).toEqual([{ currency: 'USD', takenMinor: 3267, soldMinor: 3267 }])
  expect(await db().auditEvent.count({ where: { act: 'finance.month_closed', subject: 'trial-2025-01' } })).toBe(1)
})

test('what is closed can be changed by nobody', async () => {
  const [entry] = await db().monthEntry.findMany({ take: 1 })
  if (!entry) throw new Error('Nothing was booked.')
  const refused = { code: 'P2003' }

  await expect(db().monthClose.updateMany({ data: { sums: [] } })).rejects.toMatchObject(refused)
  await expect(db().monthClose.deleteMany()).rejects.toMatchObject(refused)
  await expect(db().monthEntry.updateMany({ data: { revenueMinor: 1 } })).rejects.toMatchObject(refused)
  await expect(db().monthEntry.deleteMany()).rejects.toMatchObject(refused)
  await expect(db().monthEntry.create({ data: { ...entry, itemId: 'lin_new' } })).rejects.toMatchObject(refused)
  await expect(closeMonth(finance, 'trial-2025-01')).rejects.toMatchObject({ details: { reason: 'not_next' } })
})

test('what happens later is a correction of the month in which it happens, and all months together are the figures', async () => {
  await db().providerOrder.updateMany({ where: { orderNum: costTold.orderNum }, data: { cost: '7.1' } })

  await closeMonth(finance, 'trial-2025-02')

  const own = await getMonth(finance, 'trial-2025-02', OWN)
  const later = await getMonth(finance, 'trial-2025-02', LATER)
  expect(own?.rows.map(({ lines, revenueMinor }) => [lines, revenueMinor])).toEqual([[1, 1089]])
  expect(byItem(later?.rows)).toEqual(
    byItem([
      { itemId: refundedLater.itemId, lines: 0, refundedMinor: 1089, credited: '7.1', marginMinor: -1089 + 710 },
      { itemId: costTold.itemId, lines: 0, refundedMinor: 0, credited: '0', marginMinor: 1089 - 710 },
    ]),
  )
  expect(addUp((await getMonths(finance, 'trial')).closed.flatMap(({ sums }) => sums))).toEqual(await figures())
})

test('an attempt that broke off leaves nothing behind', async () => {
  const [entry] = await db().monthEntry.findMany({ take: 1 })
  if (!entry) throw new Error('Nothing was booked.')
  await db().monthEntry.create({ data: { ...entry, monthId: 'trial-2025-03' } })

  await closeMonth(finance, 'trial-2025-03')

  expect((await getMonth(finance, 'trial-2025-03', OWN))?.month.sums).toEqual([])
  expect(await db().monthEntry.count({ where: { monthId: 'trial-2025-03' } })).toBe(0)
})

test('two people who close a month at the same moment close it once', async () => {
  const owner = await addStaff('owner')

  const results = await Promise.allSettled([closeMonth(finance, 'trial-2025-04'), closeMonth(owner, 'trial-2025-04')])

  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await db().monthClose.count({ where: { month: '2025-04' } })).toBe(1)
})

test('a closed month can be taken home, row by row, and that is written down', async () => {
  const rows = (await parseCsv(await exportFile(finance, 'month', { id: 'trial-2025-02' }))) ?? []

  const [head, ...lines] = rows
  const at = (name: string) => head?.indexOf(name) ?? -1
  expect(lines.map((line) => [line[at('part')], line[at('revenue')], line[at('refunded')]]).sort()).toEqual([
    ['correction', '0.00', '0.00'],
    ['correction', '0.00', '10.89'],
    ['own', '10.89', '0.00'],
  ])
  expect(await db().auditEvent.count({ where: { act: 'finance.exported', subject: 'trial-2025-02' } })).toBe(1)
  const support = await addStaff('support')
  await expect(exportFile(support, 'month', { id: 'trial-2025-02' })).rejects.toThrow('costs.see')
  await expect(exportFile(finance, 'month', { id: 'trial-2030-01' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(getMonths(support, 'trial')).rejects.toThrow('costs.see')
})

const ADDED = ['lines', 'knownLines', 'revenueMinor', 'taxMinor', 'refundedMinor', 'spentMinor', 'marginMinor'] as const

function addUp(rows: FinanceFigures[]) {
  return ADDED.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])
}

async function figures() {
  const filter = financeFilterSchema.parse({ book: 'trial', from: '2025-01-01', to: '2025-02-28' })

  return addUp((await getFinanceSums(finance, filter, 'en')).totals)
}

type Row = { itemId: string; lines: number; refundedMinor: number; credited: string; marginMinor: number }

function byItem(rows: Row[] = []) {
  return Object.fromEntries(
    rows.map(({ itemId, lines, refundedMinor, credited, marginMinor }) => [
      itemId,
      { lines, refundedMinor, credited, marginMinor },
    ]),
  )
}

async function refund({ paymentId, itemId }: Sold, { amountMinor, doneAt }: { amountMinor: number; doneAt: Date }) {
  await db().refund.create({
    data: {
      ...{ id: newId('rfd'), paymentId, key: newId('rfd'), kind: 'AUTOMATIC', state: 'DONE' },
      ...{ amountMinor, expectedRefundedSoFar: 0, reason: 'test', requestedBy: 'store', doneAt },
      items: { create: { id: newId('rfi'), itemId, amountMinor } },
    },
  })
}
