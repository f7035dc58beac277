import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { ExportedList } from '#lib/core/rules/lists.ts'
import { exportFile } from '#tests/support/export-file.ts'
import { promote } from '#tests/support/promotions.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff } from '#tests/support/staff.ts'

// More than one batch, many of them of one moment: only the ids tell those apart.
const MANY = 205
const AT = new Date('2027-01-05T10:00:00Z')

let shop: Shop
let owner: StaffMember

beforeAll(async () => {
  shop = await startShop()
  owner = await addStaff('owner')
  await addSoldOrder()
})

afterAll(() => shop.close())

async function file(list: ExportedList, said: object = {}, caller: StaffMember = owner) {
  const [head = [], ...rows] = parseCsv(await exportFile(caller, list, said)) ?? []

  return rows.map((cells) => Object.fromEntries(head.map((name, n) => [name, cells[n] ?? ''])))
}

test('a file of comparisons and one of passes over the catalogue have each of them once, newest first', async () => {
  const at = (n: number) => new Date(AT.getTime() + Math.floor(n / 100) * 1_000)
  await db().reconciliationRun.createMany({
    data: Array.from({ length: MANY }, (_, n) => ({
      ...{ id: newId('run'), trigger: 'staff:stf_1', state: 'finished', fromAt: AT, untilAt: AT, askedAt: at(n) },
      ...{ ours: n, parts: { network: 'complete' }, startedAt: at(n), finishedAt: at(n) },
    })),
  })
  await db().syncRun.deleteMany()
  await db().syncRun.createMany({
    data: Array.from({ length: MANY }, (_, n) => ({
      ...{ id: newId('run'), trigger: 'clock', state: 'finished' as const, done: n, startedAt: at(n) },
    })),
  })

  const comparisons = await file('comparisons')
  const syncs = await file('syncs')

  expect(new Set(comparisons.map(({ ours }) => ours)).size).toBe(MANY)
  expect(comparisons).toHaveLength(MANY)
  expect(comparisons[0]).toMatchObject({ trigger: 'staff', parts: 'network: complete', started: at(204).toISOString() })
  expect(new Set(syncs.map(({ done }) => done)).size).toBe(MANY)
  expect(syncs).toHaveLength(MANY)
  expect(syncs[0]).toMatchObject({ trigger: 'clock', started: at(204).toISOString() })
})

test('a file of promotions has those of a search, with what they take off and what they cost', async () => {
  for (let n = 0; n < MANY; n++) await promote({ title: 'Many' })
  const { id, code } = await promote({ title: '=SUM(A1)', kind: 'FIXED', amountMinor: 250, basisPoints: null })

  const all = await file('promotions')

  expect(new Set(all.map(({ promotion }) => promotion)).size).toBe(MANY + 1)
  expect(await file('promotions', { q: 'many' })).toHaveLength(MANY)
  expect(await file('promotions', { q: code.toLowerCase() })).toMatchObject([
    { promotion: id, title: "'=SUM(A1)", kind: 'FIXED', sum: '2.50', percent: '', used: '0', given: '0.00' },
  ])
  await promote({ title: 'Over', startsAt: new Date(0), endsAt: new Date(1) })
  await promote({ title: 'Coming', startsAt: new Date(Date.now() + 86_400_000) })
  const spent = await promote({ title: 'Spent', totalLimit: 1 })
  const { id: orderId } = await db().order.findFirstOrThrow({ select: { id: true } })
  const use = { id: 'pru_spent', promotionId: spent.id, orderId, code: spent.code, discountMinor: 1 }
  await db().promotionUse.create({ data: use, select: { id: true } })
  const stands = async (state: string) => new Set((await file('promotions', { state })).map((row) => row.title))
  expect(await stands('scheduled')).toEqual(new Set(['Coming']))
  expect(await stands('used_up')).toEqual(new Set(['Spent']))
  expect(await stands('running')).toEqual(new Set(['Many', "'=SUM(A1)"]))
  expect(await stands('ended')).toEqual(new Set())
  for (const { state, title } of await file('promotions')) expect(await stands(state ?? '')).toContain(title)
  expect(all.find(({ title }) => title === 'Many')).toMatchObject({ percent: '10', sum: '', state: 'running' })
})

test('a file of destinations has those of the filter, called and found as in the language of its page', async () => {
  const [japan] = await file('destinations', { q: 'japan' })

  expect(japan).toMatchObject({ destination: 'Japan', country: 'JP', hidden: 'no', gone: 'no', currency: 'USD' })
  expect(await file('destinations', { q: 'اليابان', locale: 'ar' })).toMatchObject([{ network_name: 'Japan' }])
  expect(await file('destinations', { q: 'japan', state: 'hidden' })).toEqual([])
})

test('a file of partners has a row for each plan, and one for a brand without plans', async () => {
  await db().partner.create({ data: { id: 7, slug: 'brand', providerName: 'Brand' } })

  expect(await file('partners')).toMatchObject([{ partner_id: '7', partner: 'Brand', listed: '0', plan: '', cost: '' }])
})

test('a file of months has the sums of every closed month of a book', async () => {
  const sums = { lines: 2, knownLines: 2, currency: 'USD', costCurrency: 'USD', revenueMinor: 2178, taxMinor: 0 }
  const more = { discountMinor: 0, refundedMinor: 0, spentMinor: 1420, marginMinor: 758 }
  const costs = { quoted: '14.2', charged: '14.2', credited: '0' }
  for (const month of ['2026-12', '2027-01']) {
    await db().monthClose.create({
      data: {
        ...{ id: `trial-${month}`, book: 'trial', month, notes: {}, closedBy: `staff:${owner.staffId}` },
        sums: [{ ...sums, ...more, ...costs, isCorrection: false }],
      },
    })
  }

  expect(await file('months', { book: 'trial' })).toMatchObject([
    { month: '2027-01', book: 'trial', part: 'own', closed_by: owner.name, revenue: '21.78', margin: '7.58' },
    { month: '2026-12' },
  ])
  expect(await file('months', { book: 'live' })).toEqual([])
})

test('a file of the staff is for owners alone, as their page is', async () => {
  const manager = await addStaff('manager')

  const rows = await file('staff')

  expect(rows.find(({ staff_id: id }) => id === manager.staffId)).toMatchObject({ role: 'manager', disabled: 'no' })
  expect((await file('staff', { q: manager.email.toUpperCase() })).map(({ staff_id: id }) => id)).toEqual([
    manager.staffId,
  ])
  expect(await file('staff', { q: 'nobody of that name' })).toEqual([])
  await expect(file('staff', {}, manager)).rejects.toMatchObject({ code: 'forbidden' })
})
