import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import type { Caller } from '#lib/core/rules/caller.ts'
import { revealEsim } from '#lib/esims/commands/reveal-esim.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { removeOldRows } from '#lib/operations/repository/retention.ts'
import { getAdminOrder } from '#lib/orders/queries/admin-order.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff } from '#tests/support/staff.ts'

const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
const dateAgo = (days: number) => ago(days).toISOString().slice(0, 10)
const BOUGHT = 600

let shop: Shop

beforeAll(async () => {
  shop = await startShop()
})

afterAll(() => shop.close())

type Input = {
  /** How many days ago the plan ended, as the network said; left out when it said nothing. */
  ended?: number
  /** The last day to install it, in days ago. */
  installBy?: number
  bought?: number
}

async function sold({ ended, installBy, bought = BOUGHT }: Input) {
  const order = await addSoldOrder({ createdAt: ago(bought) })
  const activateBefore = installBy === undefined ? null : dateAgo(installBy)
  await db().esim.update({ where: { id: order.esimId }, data: { createdAt: ago(bought), activateBefore } })
  await db().orderItem.update({ where: { id: order.itemId }, data: { createdAt: ago(bought) } })
  if (ended !== undefined) await read(order, ended)

  return order
}

type Sold = Awaited<ReturnType<typeof sold>>

async function read({ esimId, orderNum }: Sold, ended: number): Promise<void> {
  const endsAt = ago(ended)
  const facts = { source: 'test', usedForm: 'number', usedMb: 1, firstReadAt: endsAt, readAt: endsAt, endsAt }
  await db().usageReading.create({ data: { esimId, orderNum, ...facts } })
}

/** A top-up of the eSIM, in a state, whose plan the network said nothing about. */
async function topUp(esim: Sold, state: 'DELIVERED' | 'UNKNOWN', bought: number): Promise<void> {
  const other = await addSoldOrder({ createdAt: ago(bought) })
  await db().esim.delete({ where: { id: other.esimId } })
  const data = { kind: 'RENEWAL', esimId: esim.esimId, state, createdAt: ago(bought) } as const
  await db().orderItem.update({ where: { id: other.itemId }, data })
}

const isKept = async ({ esimId }: Sold) => {
  const esim = await db().esim.findUniqueOrThrow({ where: { id: esimId } })
  expect(esim.sealedCode === null).toBe(esim.codeRemovedAt !== null)

  return esim.sealedCode !== null
}

test('codes go 90 days after the end of the last plan, and not a day before', async () => {
  const gone = {
    'ended 91 days ago': await sold({ ended: 91 }),
    'never begun, its plan of seven days can have ended 93 days ago': await sold({ installBy: 100 }),
    'never told anything about, bought 365 + 7 + 90 days ago and more': await sold({ bought: 470 }),
  }
  const kept = {
    'ended 89 days ago': await sold({ ended: 89 }),
    'installed on the last day, it can have ended 89 days ago': await sold({ installBy: 96 }),
    'never told anything about, bought 365 + 7 days ago': await sold({ bought: 372 }),
    'bought yesterday': await sold({ bought: 1 }),
  }
  const toppedUp = await sold({ ended: 200 })
  await topUp(toppedUp, 'DELIVERED', 120)
  const toppingUp = await sold({ ended: 200 })
  await topUp(toppingUp, 'UNKNOWN', 0)

  expect(await removeOldRows({ isDryRun: true })).toMatchObject({ codes: 3 })
  expect(await isKept(gone['ended 91 days ago'])).toBe(true)
  expect(await removeOldRows({ isDryRun: false })).toMatchObject({ codes: 3 })

  for (const [name, order] of Object.entries(gone)) expect([name, await isKept(order)]).toEqual([name, false])
  for (const [name, order] of Object.entries({ ...kept, toppedUp, toppingUp })) {
    expect([name, await isKept(order)]).toEqual([name, true])
  }
  expect(await removeOldRows({ isDryRun: true })).toMatchObject({ codes: 0 })
})

test('the owner may keep them longer', async () => {
  const order = await sold({ ended: 120 })
  await db().setting.create({ data: { key: 'retention.codes', value: 150, updatedBy: 'test' } })
  expect(await removeOldRows({ isDryRun: false })).toMatchObject({ codes: 0 })
  await db().setting.delete({ where: { key: 'retention.codes' } })

  expect(await removeOldRows({ isDryRun: false })).toMatchObject({ codes: 1 })
  expect(await isKept(order)).toBe(false)
})

test('a card without its code says since when, to its buyer and to staff, and opens no more', async () => {
  const order = await sold({ ended: 100 })
  await removeOldRows({ isDryRun: false })
  const buyer: Caller = {
    kind: 'guest',
    sessionId: 'gst_test',
    grants: [{ orderId: order.id, grant: 'link', grantedAt: new Date() }],
  }

  const esim = (await getOrderPage(buyer, order.id))?.items[0]?.esims[0]
  expect(esim?.codeRemovedAt?.getTime()).toBeGreaterThan(ago(1).getTime())
  const page = await getAdminOrder(await addStaff('owner'), order.id)
  expect(page?.items[0]?.esims[0]?.state).toBe('deleted')
  await expect(revealEsim(buyer, order.esimId, { serviceStarts: true, withdrawalEnds: true })).rejects.toMatchObject({
    code: 'conflict',
  })
  const breaches = await checkInvariants()
  expect(breaches.filter(({ detail }) => detail === 'delivered incomplete')).toEqual([])
})
