import { afterAll, beforeAll, expect, test } from 'vitest'
import { getNotOnSale } from '#lib/catalog/queries/admin-unsold.ts'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { exportFile } from '#tests/support/export-file.ts'
import { OWNER } from '#tests/support/quotes.ts'
import { type Shop, startStockedShop } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'

let shop: Shop
let owner: StaffMember

beforeAll(async () => {
  shop = await startStockedShop()
  owner = await addStaff('owner')
  await db().plan.updateMany({ data: { isHidden: true } })
})

afterAll(() => shop.close())

const FILTER = { q: '', reason: 'plan_hidden', after: null } as const

test('the number of plans of a reason leads to all of them, page by page', async () => {
  const { reasons } = await getNotOnSale(OWNER)
  const count = reasons.find(({ reason }) => reason === 'plan_hidden')?.count ?? 0
  expect(count).toBeGreaterThan(200)

  const seen: string[] = []
  let after: string | null = null
  do {
    const view = await getNotOnSale(OWNER, { ...FILTER, after })
    expect(view.found).toBe(count)
    seen.push(...view.plans.map(({ id }) => id))
    after = view.next
  } while (after)

  expect(new Set(seen).size).toBe(count)
  expect(seen).toHaveLength(count)
  expect(parseCsv(await exportFile(owner, 'unsold', { reason: 'plan_hidden' }))).toHaveLength(count + 1)
})

test('a search finds the plans of a destination whatever the reason, and nothing is listed before one is chosen', async () => {
  const { plans, found } = await getNotOnSale(OWNER, { q: 'japan', reason: null, after: null })
  expect(found).toBe(plans.length)
  expect([...new Set(plans.map(({ destination }) => destination))]).toEqual(['Japan', 'Japan Premium'])
  const [plan] = plans
  expect(await getNotOnSale(OWNER, { ...FILTER, q: plan?.code ?? '-' })).toMatchObject({ found: 1, plans: [plan] })

  expect((await getNotOnSale(OWNER)).plans).toEqual([])
})

test('what a plan would be sold for is told to those who see costs alone', async () => {
  const filter = { ...FILTER, q: 'japan' }
  const [mine] = (await getNotOnSale(OWNER, filter)).plans
  const [theirs] = (await getNotOnSale({ ...OWNER, role: 'support' }, filter)).plans

  expect(mine?.sale.wouldBeMinor).toBeGreaterThan(0)
  expect([theirs?.cost, theirs?.sale.wouldBeMinor, theirs?.sale.reason]).toEqual([null, null, 'plan_hidden'])
})
