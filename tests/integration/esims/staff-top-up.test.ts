import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { StaffTopUpInput } from '#lib/checkout/rules/staff-order.ts'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember, StaffRole } from '#lib/core/rules/caller.ts'
import { checkStaffTopUp, placeStaffTopUp, staffTopUpOptions } from '#lib/esims/commands/staff-top-up.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { giveBack } from '#tests/support/returns.ts'
import { freshParties, pay, type Sale, startSale, workUntil } from '#tests/support/sale.ts'
import { addStaff } from '#tests/support/staff.ts'
import { FIXED_TOP_UP, type OwnedEsim, ownedEsim, planIdOf, topUpCalls, topUpsOf } from '#tests/support/top-ups.ts'

let sale: Sale
const staff = {} as Record<StaffRole, StaffMember>

beforeAll(async () => {
  sale = await startSale()
  for (const role of ['support', 'finance', 'manager'] as const) staff[role] = await addStaff(role)
})
beforeEach(() => freshParties(sale))
afterAll(() => sale.close())

const onceKey = () => ({ key: randomUUID(), fingerprint: 'f' })

async function inputFor({ esimId }: OwnedEsim, part: Partial<StaffTopUpInput> = {}): Promise<StaffTopUpInput> {
  const input: Omit<StaffTopUpInput, 'seenMinor'> = {
    planId: await planIdOf(FIXED_TOP_UP),
    pay: 'link',
    consents: { terms: true, withdrawalInfo: true, deviceChecked: false },
    ...part,
  }
  const { total, typed } = await checkStaffTopUp(staff.manager, { esimId, input })

  return { seenMinor: total.minor, ...(input.pay === 'no_charge' ? { typed, reason: 'lost case' } : {}), ...input }
}

function lineOf(orderId: string) {
  return db().orderItem.findFirstOrThrow({
    where: { orderId },
    include: { order: { include: { payments: true, person: true } } },
  })
}

test('a top-up without charge, pressed twice at once and again later, puts one plan on the card', async () => {
  const esim = await ownedEsim(sale)
  const input = await inputFor(esim, { pay: 'no_charge' })
  const topUp = { esimId: esim.esimId, input, once: onceKey() }

  const [one, other] = await Promise.all([placeStaffTopUp(staff.manager, topUp), placeStaffTopUp(staff.manager, topUp)])
  const item = await lineOf(one.id)
  await workUntil(item.id, ['DELIVERED'])
  const again = await placeStaffTopUp(staff.manager, topUp)

  expect([other, again]).toEqual([one, one])
  expect(topUpCalls(sale)).toHaveLength(1)
  expect(topUpsOf(sale, esim.iccid)).toMatchObject([{ mainOrderNum: esim.orderNum }])
  expect(item).toMatchObject({ kind: 'RENEWAL', esimId: esim.esimId })
  expect(item.order.payments).toEqual([expect.objectContaining({ provider: 'no_charge', amountMinor: 0 })])
  const sold = await db().order.findUniqueOrThrow({ where: { id: esim.orderId }, include: { person: true } })
  expect([item.order.person.email, item.order.locale]).toEqual([sold.person.email, sold.locale])
  expect(await db().auditEvent.findMany({ where: { act: 'order.made', subject: one.id } })).toMatchObject([
    {
      actor: `staff:${staff.manager.staffId}`,
      reason: 'lost case',
      after: { esimId: esim.esimId, method: 'no_charge' },
    },
  ])
  expect(await checkInvariants()).toEqual([])
})

test('a top-up with a link is mailed to the buyer of the card, and calls the network once it is paid', async () => {
  const esim = await ownedEsim(sale)
  const once = onceKey()
  const { id } = await placeStaffTopUp(staff.support, { esimId: esim.esimId, input: await inputFor(esim), once })
  const item = await lineOf(id)

  expect(item.state).toBe('AWAITING_PAYMENT')
  expect(await db().outbox.count({ where: { orderId: id, kind: 'pay_link' } })).toBe(1)
  expect(topUpCalls(sale)).toEqual([])
  await pay(sale, { sessionId: item.order.payments[0]?.sessionId ?? '' })
  await workUntil(item.id, ['DELIVERED'])
  expect(topUpCalls(sale, item.itemRef)).toHaveLength(1)
})

test.each([
  ['a price that has moved', { seenMinor: 1 }, { code: 'price_changed' }],
  ['a sum that is not typed', { pay: 'no_charge', typed: '1.00 USD' }, { details: { reason: 'not_typed' } }],
  ['a missing reason', { pay: 'no_charge', reason: '' }, { details: { reason: 'no_reason' } }],
] as const)('makes nothing at all for %s', async (_, part, refusal) => {
  const esim = await ownedEsim(sale)
  const input = { ...(await inputFor(esim, 'pay' in part ? { pay: part.pay } : {})), ...part }
  const orders = await db().order.count()

  await expect(placeStaffTopUp(staff.manager, { esimId: esim.esimId, input, once: onceKey() })).rejects.toMatchObject(
    refusal,
  )
  expect(await db().order.count()).toBe(orders)
})

test('refuses support what is given away, finance every top-up, and a card that goes back', async () => {
  const esim = await ownedEsim(sale)
  const paid = { esimId: esim.esimId, input: await inputFor(esim), once: onceKey() }
  const free = { ...paid, input: await inputFor(esim, { pay: 'no_charge' }) }

  await expect(placeStaffTopUp(staff.support, free)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(placeStaffTopUp(staff.finance, paid)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(placeStaffTopUp(esim.caller, paid)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(checkStaffTopUp(staff.finance, paid)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(staffTopUpOptions(staff.finance, esim.esimId)).rejects.toMatchObject({ code: 'forbidden' })
  expect((await staffTopUpOptions(staff.support, esim.esimId)).plans.map(({ id }) => id)).toContain(paid.input.planId)

  await giveBack(esim, [{ id: esim.esimId }])
  await expect(placeStaffTopUp(staff.manager, free)).rejects.toMatchObject({ code: 'not_on_sale' })
  expect(topUpCalls(sale)).toEqual([])
  expect(await db().orderItem.count({ where: { esimId: esim.esimId, kind: 'RENEWAL' } })).toBe(0)
})
