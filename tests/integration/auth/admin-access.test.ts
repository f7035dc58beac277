import { beforeAll, expect, test } from 'vitest'
import { getCancellationQueue } from '#lib/cancellations/queries/cancellation-queue.ts'
import { getChanges, getCoverage, toChangeFilter } from '#lib/catalog/queries/admin-catalog.ts'
import { getMappedCountries, getUnmappedCountries } from '#lib/catalog/queries/admin-destinations.ts'
import { getNotOnSale } from '#lib/catalog/queries/admin-unsold.ts'
import { changeFilterSchema } from '#lib/catalog/schema.ts'
import { PERMISSIONS, type Permission, STAFF_ROLES, type StaffMember, type StaffRole } from '#lib/core/rules/caller.ts'
import { getProviderHealth } from '#lib/operations/queries/admin-health.ts'
import { getToday, listNeeds } from '#lib/operations/queries/admin-today.ts'
import { getAdminOrder } from '#lib/orders/queries/admin-order.ts'
import { findOrders, listOrders } from '#lib/orders/queries/admin-orders.ts'
import { orderFilterSchema } from '#lib/orders/rules/admin-orders.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'

const FILTER = orderFilterSchema.parse({})
const QUERIES: { name: string; run: (caller: StaffMember) => Promise<unknown>; permission: Permission }[] = [
  {
    name: 'getToday',
    run: (c) => getToday(c, { zone: 'UTC', mode: 'trial', currency: 'USD' }),
    permission: 'orders.see',
  },
  { name: 'listNeeds', run: listNeeds, permission: 'orders.see' },
  { name: 'listOrders', run: (c) => listOrders(c, FILTER), permission: 'orders.see' },
  { name: 'findOrders', run: (c) => findOrders(c, 'LF-0000-0000'), permission: 'orders.see' },
  { name: 'getAdminOrder', run: (c) => getAdminOrder(c, 'ord_x'), permission: 'orders.see' },
  { name: 'getCancellationQueue', run: (c) => getCancellationQueue(c), permission: 'returns.see' },
  { name: 'getCoverage', run: getCoverage, permission: 'catalog.see' },
  {
    name: 'getChanges',
    run: (c) => getChanges(c, toChangeFilter(changeFilterSchema.parse({}))),
    permission: 'catalog.see',
  },
  { name: 'getUnmappedCountries', run: getUnmappedCountries, permission: 'catalog.see' },
  { name: 'getMappedCountries', run: getMappedCountries, permission: 'catalog.see' },
  { name: 'getNotOnSale', run: (c) => getNotOnSale(c), permission: 'catalog.see' },
  { name: 'getProviderHealth', run: getProviderHealth, permission: 'health.see' },
]

const staff = new Map<StaffRole, StaffMember>()

duringTests(startShop)

beforeAll(async () => {
  for (const role of STAFF_ROLES) staff.set(role, await addStaff(role))
})

function memberOf(role: StaffRole): StaffMember {
  const member = staff.get(role)
  if (!member) throw new Error(`No ${role}.`)

  return member
}

test.each(QUERIES.flatMap((query) => STAFF_ROLES.map((role) => ({ ...query, role }))))(
  '$name serves $role as the table of permissions says',
  async ({ run, role, permission }) => {
    const roles: readonly StaffRole[] = PERMISSIONS[permission]
    const outcome = await run(memberOf(role)).then(
      () => 'served',
      (error: { code?: string }) => error.code,
    )

    expect(outcome).toBe(roles.includes(role) ? 'served' : 'forbidden')
  },
)

test.each(QUERIES)('$name serves neither a guest nor nobody', async ({ run }) => {
  const nobody = { kind: 'anonymous' } as unknown as StaffMember
  const guest = { kind: 'guest', sessionId: 'gst_1', grants: [] } as unknown as StaffMember

  await expect(run(nobody)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(run(guest)).rejects.toMatchObject({ code: 'unauthenticated' })
})
