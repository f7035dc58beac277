import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { listCards } from '#lib/esims/queries/admin-esims.ts'
import { listOrders } from '#lib/orders/queries/admin-orders.ts'
import { type OrderFilter, orderFilterSchema } from '#lib/orders/rules/admin-orders.ts'
import type { ItemState } from '#lib/orders/rules/item-states.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff } from '#tests/support/staff.ts'

const FILTER = orderFilterSchema.parse({})
const DAY = new Date('2026-05-01T12:00:00Z')

let shop: Shop
let owner: StaffMember

beforeAll(async () => {
  shop = await startShop()
  owner = await addStaff('owner')
  // Some share a moment: the id decides then.
  for (let n = 0; n < 120; n++) {
    const state: ItemState = n % 2 === 0 ? 'DELIVERED' : 'CANCELLED'
    const order = await addSoldOrder({ state, createdAt: new Date(DAY.getTime() + Math.floor(n / 3) * 1000) })
    if (n % 4 === 0) await addItem(order, n % 8 === 0 ? 'CANCELLED' : 'DELIVERED')
  }
})

afterAll(() => shop.close())

async function addItem({ id, itemId }: { id: string; itemId: string }, state: ItemState): Promise<void> {
  const { quoteId } = await db().orderItem.findUniqueOrThrow({ where: { id: itemId }, select: { quoteId: true } })
  const facts = { id: `${itemId}-2`, orderId: id, position: 2, quoteId, itemRef: `${itemId}-2`, priceMinor: 1, state }
  await db().orderItem.create({ data: { ...facts, orderedAt: new Date(0) } })
}

async function walk(filter: Partial<OrderFilter>): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof listOrders>> = await listOrders(owner, { ...FILTER, ...filter, after })
    ids.push(...page.rows.map(({ id }) => id))
    after = page.older
    if (after === null) return ids
  }
}

async function expected(states: ItemState[], also: ItemState[] = states): Promise<string[]> {
  const orders = await db().order.findMany({
    where: { AND: [{ items: { some: { state: { in: states } } } }, { items: { some: { state: { in: also } } } }] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })

  return orders.map(({ id }) => id)
}

test('a line carries the instant of its order, whatever it was given', async () => {
  const items = await db().orderItem.findMany({ select: { orderedAt: true, order: { select: { createdAt: true } } } })

  expect(items.length).toBeGreaterThan(120)
  expect(items.filter(({ orderedAt, order }) => orderedAt.getTime() !== order.createdAt.getTime())).toEqual([])
})

test.each<[OrderFilter['tab'], ItemState | null, ItemState[], ItemState[]]>([
  ['delivered', null, ['DELIVERED'], ['DELIVERED']],
  ['returned', null, ['CANCELLED'], ['CANCELLED']],
  ['all', 'CANCELLED', ['CANCELLED'], ['CANCELLED']],
  ['delivered', 'CANCELLED', ['DELIVERED'], ['CANCELLED']],
  ['returned', 'DELIVERED', ['CANCELLED'], ['DELIVERED']],
  ['returned', 'CANCELLED', ['CANCELLED'], ['CANCELLED']],
  ['open', 'DELIVERED', [], ['DELIVERED']],
])('walks the list %s with state %s by key and meets each order once, newest first', async (tab, state, ...of) => {
  expect(await walk({ tab, state })).toEqual(await expected(...of))
})

test('goes back by key through a list of one state', async () => {
  const first = await listOrders(owner, { ...FILTER, tab: 'delivered' })
  const second = await listOrders(owner, { ...FILTER, tab: 'delivered', after: first.older })
  const back = await listOrders(owner, { ...FILTER, tab: 'delivered', before: second.newer })

  expect(first.newer).toBeNull()
  expect(back.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id))
})

test('walks all cards by key, and a card that is gone has none behind it', async () => {
  const ids: string[] = []
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof listCards>> = await listCards(owner, { after })
    ids.push(...page.rows.map(({ id }) => id))
    after = page.older
    if (after === null) break
  }

  expect(ids).toHaveLength(120)
  expect(new Set(ids).size).toBe(120)
  expect((await listCards(owner, { after: 'crd_gone' })).rows).toEqual([])
})
