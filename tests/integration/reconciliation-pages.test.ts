import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/db/client.ts'
import type { PagedBooks, ReconciliationView } from '#lib/domain/admin-reconciliation.ts'
import type { StaffMember } from '#lib/domain/caller.ts'
import { newId } from '#lib/domain/ids.ts'
import { getReconciliation } from '#lib/queries/admin-reconciliation.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'

const AT = new Date('2027-01-05T10:00:00Z')
const RISKS = ['9.5', '9.5', '120', null, '0.01', null]

let shop: Shop
let owner: StaffMember

beforeAll(async () => {
  shop = await startShop()
  owner = await addStaff('owner')
  const finding = (n: number) => ({
    id: newId('brk'),
    kind: 'dispute',
    subject: `pay_${n}`,
    evidence: {},
    openedAt: AT,
  })
  await db().break.createMany({
    data: Array.from({ length: 120 }, (_, n) => ({
      ...finding(n),
      ...{ kind: n % 3 === 0 ? 'refund_differs' : 'dispute', riskAmount: RISKS[n % 6] ?? null, riskCurrency: 'USD' },
    })),
  })
  await db().break.createMany({
    data: Array.from({ length: 120 }, (_, n) => ({ ...finding(n + 200), closedAt: AT, resolution: 'agrees' })),
  })
  await db().reconciliationRun.createMany({
    data: Array.from({ length: 45 }, (_, n) => ({
      ...{ id: newId('run'), trigger: 'nightly', state: 'finished', fromAt: AT, untilAt: AT, finishedAt: AT },
      // Some were asked for at one moment: only the ids tell them apart then.
      askedAt: new Date(AT.getTime() + Math.floor(n / 30) * 1_000),
    })),
  })
})

afterAll(() => shop.close())

async function pages<Row>(view: PagedBooks, of: (read: ReconciliationView) => Row[], kind: string | null = null) {
  const read: Row[][] = []
  for (let after: string | null = null, isFirst = true; isFirst || after; isFirst = false) {
    const page: ReconciliationView = await getReconciliation(owner, kind, { view, after })
    read.push(of(page))
    after = page.next
  }

  return read
}

test('open differences come page by page, each once, with the most money at risk first and those without a sum last', async () => {
  const read = await pages('findings', ({ findings }) => findings)
  const all = read.flat()
  const risks = all.map(({ risk }) => Number(risk?.amount ?? -1))

  expect(read.map(({ length }) => length)).toEqual([50, 50, 20])
  expect(new Set(all.map(({ id }) => id)).size).toBe(120)
  expect(risks).toEqual(risks.toSorted((a, b) => b - a))
})

test('pages of one kind stay with that kind', async () => {
  const read = await pages('findings', ({ findings }) => findings, 'dispute')

  expect(read.map(({ length }) => length)).toEqual([50, 30])
  expect(new Set(read.flat().map(({ id, kind }) => `${kind} ${id}`)).size).toBe(80)
})

test('what is closed comes page by page, each once, and a few of it stand beside what is open', async () => {
  const read = await pages('closed', ({ closed }) => closed.map(({ id }) => id))

  expect(read.map(({ length }) => length)).toEqual([50, 50, 20])
  expect(new Set(read.flat()).size).toBe(120)
  expect((await getReconciliation(owner, null)).closed.map(({ id }) => id)).toEqual(read[0]?.slice(0, 12))
})

test('comparisons come page by page, each once and the newest first', async () => {
  const read = await pages('runs', ({ runs }) => runs.map(({ id }) => id))

  expect(read.map(({ length }) => length)).toEqual([20, 20, 5])
  expect(new Set(read.flat()).size).toBe(45)
})

test('a difference that was settled meanwhile still leads to the page behind it', async () => {
  const { next, findings } = await getReconciliation(owner, null)
  await db().break.update({ where: { id: next ?? '' }, data: { closedAt: new Date() } })

  const behind = await getReconciliation(owner, null, { after: next })
  await db().break.update({ where: { id: next ?? '' }, data: { closedAt: null } })

  expect(behind.findings).toHaveLength(50)
  expect(behind.findings.filter(({ id }) => findings.some((one) => one.id === id))).toEqual([])
})
