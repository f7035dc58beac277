import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { checkStaffOrders, placeStaffOrders } from '#lib/checkout/commands/staff-orders.ts'
import type { StaffOrderInput } from '#lib/checkout/rules/staff-order.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import type { StaffMember, StaffRole } from '#lib/core/rules/caller.ts'
import { addBlock } from '#lib/customers/repository/customer-list.ts'
import { getFinanceSums } from '#lib/finance/queries/admin-finance.ts'
import { financeFilterSchema } from '#lib/finance/rules/admin-finance.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { storedPlan } from '#tests/support/quotes.ts'
import { control, freshParties, guestOf, PLAN, pay, placements, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'

const sale = duringTests(startSale)
const staff = {} as Record<StaffRole, StaffMember>

beforeAll(async () => {
  for (const role of ['support', 'finance', 'manager'] as const) staff[role] = await addStaff(role)
})
beforeEach(() => freshParties(sale))
async function inputFor(part: Partial<StaffOrderInput> = {}): Promise<StaffOrderInput> {
  const input: Omit<StaffOrderInput, 'seenMinor'> = {
    planId: (await storedPlan(PLAN)).id,
    count: 1,
    locale: 'en',
    buyers: `Ana Ruiz, ${randomUUID()}@example.com`,
    pay: 'link',
    consents: { terms: true, withdrawalInfo: true, deviceChecked: false },
    ...part,
  }
  const { each, typed } = await checkStaffOrders(staff.manager, input)

  return { seenMinor: each.minor, ...(input.pay === 'no_charge' ? { typed, reason: 'lost case' } : {}), ...input }
}

const onceKey = () => ({ key: randomUUID(), fingerprint: 'f' })
const namesOf = (count: number) => Array.from({ length: count }, () => `${randomUUID()}@example.com`).join('\n')

async function lineOf(orderId: string | undefined) {
  return db().orderItem.findFirstOrThrow({
    where: { orderId: orderId ?? '' },
    include: { order: { include: { payments: true } } },
  })
}

test('an order without charge is bought exactly once, delivered, and costs the customer nothing', async () => {
  const input = await inputFor({ pay: 'no_charge' })
  const once = onceKey()
  const { rows } = await placeStaffOrders(staff.manager, { input, once })
  const orderId = rows[0]?.order?.id
  const item = await lineOf(orderId)

  await workUntil(item.id, ['DELIVERED'])
  const again = await placeStaffOrders(staff.manager, { input, once })

  expect(again.rows).toEqual([{ ...rows[0], outcome: 'made_before' }])
  expect(placements(sale, item.itemRef)).toHaveLength(1)
  expect(item.order.payments).toEqual([expect.objectContaining({ provider: 'no_charge', amountMinor: 0 })])
  expect(await checkInvariants()).toEqual([])
  const page = await getOrderPage(guestOf(orderId ?? ''), orderId ?? '')
  expect([page?.total.minor, page?.paidAt === null, page?.items[0]?.status]).toEqual([0, false, 'ready'])
  const mails = await db().outbox.findMany({ where: { orderId: orderId ?? '' }, select: { kind: true } })
  expect(mails.map(({ kind }) => kind)).toEqual(['order_ready'])
  const days = financeFilterSchema.parse({ book: 'trial', by: 'method' })
  const given = (await getFinanceSums(staff.finance, days, 'en')).rows.find(({ key }) => key === 'no_charge')
  expect([given?.lines, given?.revenueMinor, Number(given?.spentMinor) > 0]).toEqual([1, 0, true])
  const action = await db().auditEvent.findFirstOrThrow({ where: { act: 'order.made', subject: orderId ?? '' } })
  expect([action.actor, action.reason]).toEqual([`staff:${staff.manager.staffId}`, 'lost case'])
})

test('an order with a link is mailed, waits, and is bought once it is paid', async () => {
  const { rows } = await placeStaffOrders(staff.support, { input: await inputFor(), once: onceKey() })
  const item = await lineOf(rows[0]?.order?.id)

  expect(item.state).toBe('AWAITING_PAYMENT')
  expect(await db().outbox.count({ where: { orderId: item.orderId, kind: 'pay_link' } })).toBe(1)
  await pay(sale, { sessionId: item.order.payments[0]?.sessionId ?? '' })
  await workUntil(item.id, ['DELIVERED'])
  expect(placements(sale, item.itemRef)).toHaveLength(1)
})

test('pasted rows sent twice at the same moment make one order each', async () => {
  const input = await inputFor({ buyers: namesOf(4) })
  const once = onceKey()

  const [one, other] = await Promise.all([
    placeStaffOrders(staff.support, { input, once }),
    placeStaffOrders(staff.support, { input, once }),
  ])

  const idsOf = ({ rows }: typeof one) => rows.map(({ order }) => order?.id)
  expect(idsOf(other)).toEqual(idsOf(one))
  expect(new Set(idsOf(one)).size).toBe(4)
  expect(await db().order.count({ where: { scope: `desk:${once.key}` } })).toBe(4)
})

test('a list that is sent once more buys nothing twice, unless that is wanted', async () => {
  const input = await inputFor({ buyers: namesOf(2) })
  const once = onceKey()
  const first = await placeStaffOrders(staff.support, { input, once })
  const longer = { ...input, buyers: `${input.buyers}\n${namesOf(1)}` }

  const check = await checkStaffOrders(staff.support, longer)

  expect(check.rows.map(({ problem }) => problem)).toEqual(['made_lately', 'made_lately', null])
  await expect(placeStaffOrders(staff.support, { input, once: onceKey() })).rejects.toMatchObject({ code: 'bad_input' })
  expect((await placeStaffOrders(staff.support, { input, once })).rows.map(({ outcome }) => outcome)).toEqual([
    'made_before',
    'made_before',
  ])
  const more = await placeStaffOrders(staff.support, { input: { ...input, again: true }, once: onceKey() })
  expect(more.rows.map(({ outcome }) => outcome)).toEqual(['made', 'made'])
  expect(more.rows[0]?.order?.id).not.toBe(first.rows[0]?.order?.id)
})

test('a blocked customer is named before anything is made, and refused alone where the block came later', async () => {
  const input = await inputFor({ buyers: namesOf(2) })
  const [email = ''] = input.buyers.split('\n')
  await transaction((tx) => addBlock({ email, reason: 'stolen cards', by: 'store' }, tx))

  const { rows } = await checkStaffOrders(staff.support, { ...input, again: true })
  const placed = await placeStaffOrders(staff.support, { input, once: onceKey() })

  expect(rows.map(({ problem }) => problem)).toEqual(['blocked', null])
  expect(placed.rows.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['refused', 'buyer_blocked'],
    ['made', null],
  ])
})

test('a row that fails holds no other back, and the same press makes up for it', async () => {
  const input = await inputFor({ buyers: namesOf(3) })
  const once = onceKey()
  await control(sale, 'faults', { endpoint: 'session.create', when: 'after', kind: 'reset', times: 1 })
  const first = await placeStaffOrders(staff.support, { input, once })
  const { rows } = await placeStaffOrders(staff.support, { input, once })

  expect(first.rows.map(({ outcome }) => outcome)).toEqual(['refused', 'made', 'made'])
  expect(rows.map(({ outcome }) => outcome)).toEqual(['made_before', 'made_before', 'made_before'])
  expect(await db().order.count({ where: { scope: `desk:${once.key}` } })).toBe(3)
})

test.each([
  ['a row that is no address', { buyers: 'Ana, ana@\nb@example.com' }, { code: 'bad_input' }],
  ['a price that has moved', { seenMinor: 1 }, { code: 'price_changed' }],
  ['a sum that is not typed', { pay: 'no_charge', typed: '1.00 USD' }, { details: { reason: 'not_typed' } }],
  ['a missing reason', { pay: 'no_charge', reason: '' }, { details: { reason: 'no_reason' } }],
  ['more than fifty rows', { buyers: namesOf(51) }, { details: { reason: 'too_many' } }],
] as const)('makes nothing at all for %s', async (_, part, refusal) => {
  const input = { ...(await inputFor('pay' in part ? { pay: part.pay } : {})), ...part }
  const once = onceKey()

  await expect(placeStaffOrders(staff.manager, { input, once })).rejects.toMatchObject(refusal)
  expect(await db().order.count({ where: { scope: `desk:${once.key}` } })).toBe(0)
})

test('refuses support what is given away, and finance every order', async () => {
  const free = await inputFor({ pay: 'no_charge' })
  const paid = await inputFor()

  await expect(placeStaffOrders(staff.support, { input: free, once: onceKey() })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(placeStaffOrders(staff.finance, { input: paid, once: onceKey() })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('checks every row and the stock for all before anything is bought', async () => {
  const before = await db().order.count()
  const check = await checkStaffOrders(staff.support, await inputFor({ buyers: 'Ana, a@example.com\nBob' }))

  expect(check.rows.map(({ problem }) => problem)).toEqual([null, 'no_mail'])
  expect(check.total.minor).toBe(check.each.minor)
  expect(await db().order.count()).toBe(before)
})
