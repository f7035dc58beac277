import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getCancellationQueue } from '#lib/cancellations/queries/cancellation-queue.ts'
import { getChanges, getCoverage, toChangeFilter } from '#lib/catalog/queries/admin-catalog.ts'
import { getMappedCountries, getUnmappedCountries } from '#lib/catalog/queries/admin-destinations.ts'
import { getNotOnSale } from '#lib/catalog/queries/admin-unsold.ts'
import { changeFilterSchema } from '#lib/catalog/schema.ts'
import { db } from '#lib/core/repository/client.ts'
import { PERMISSIONS, type Permission, STAFF_ROLES, type StaffMember, type StaffRole } from '#lib/core/rules/caller.ts'
import { getProviderHealth } from '#lib/operations/queries/admin-health.ts'
import { getToday, listNeeds } from '#lib/operations/queries/admin-today.ts'
import { getAdminOrder } from '#lib/orders/queries/admin-order.ts'
import { findOrders, listOrders } from '#lib/orders/queries/admin-orders.ts'
import { orderFilterSchema } from '#lib/orders/rules/admin-orders.ts'
import { PATIENCE_MS } from '#tests/support/patience.ts'
import { jar } from '#tests/support/request-context.ts'
import { handlerAt } from '#tests/support/routes.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addStaff, sessionOf } from '#tests/support/staff.ts'

const BASE = 'http://localhost:3000'
type Route = { name: string; method: 'GET' | 'POST'; body?: unknown; permission: Permission }

const ROUTES: Route[] = [
  { name: 'catalogue/sync', method: 'GET', permission: 'catalog.see' },
  { name: 'catalogue/sync', method: 'POST', body: {}, permission: 'catalog.sync' },
  {
    name: 'catalogue/countries',
    method: 'POST',
    body: { name: 'Nowhere', iso2: 'FR' },
    permission: 'catalog.change',
  },
  { name: 'connection/test', method: 'POST', body: {}, permission: 'connection.test' },
]

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

let shop: Shop
const staff = new Map<StaffRole, StaffMember>()

beforeAll(async () => {
  shop = await startShop({ SESSION_SECRET: 'a session secret of a test, long enough', PUBLIC_URL: BASE })
  for (const role of STAFF_ROLES) staff.set(role, await addStaff(role))
})

afterAll(async () => {
  await vi.waitFor(async () => expect(await db().syncRun.count({ where: { state: 'running' } })).toBe(0), PATIENCE_MS)
  await shop.close()
})

beforeEach(() => jar.clear())

function memberOf(role: StaffRole): StaffMember {
  const member = staff.get(role)
  if (!member) throw new Error(`No ${role}.`)

  return member
}

async function call({ name, method, body }: Route, headers: Record<string, string> = { origin: BASE }) {
  const init =
    method === 'GET' ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }

  const handler = await handlerAt(`${method} /api/admin/${name}`)

  return handler(new Request(`${BASE}/api/admin/${name}`, { method, ...init }), { params: Promise.resolve({}) })
}

const matrix = ROUTES.flatMap((route) =>
  STAFF_ROLES.map((role) => ({ route, role, at: `${route.method} ${route.name}` })),
)

test.each(matrix)('$at answers $role as the table of permissions says', async ({ route, role }) => {
  jar.set('staff', await sessionOf(memberOf(role).staffId))
  const roles: readonly StaffRole[] = PERMISSIONS[route.permission]

  const response = await call(route)

  expect(response.status).toBe(roles.includes(role) ? 200 : 403)
})

test.each(ROUTES)('$method $name tells nobody anything without a session', async (route) => {
  expect((await call(route)).status).toBe(401)
  jar.set('staff', 'not a token')
  expect((await call(route)).status).toBe(401)
  jar.set('guest', 'x'.repeat(43))
  expect((await call(route)).status).toBe(401)
})

test.each(ROUTES)('$method $name counts an ended session and a disabled person as nobody', async (route) => {
  const former = await addStaff('owner')
  jar.set('staff', await sessionOf(former.staffId))
  await db().staff.update({ where: { id: former.staffId }, data: { sessionVersion: 2 } })
  expect((await call(route)).status).toBe(401)

  jar.set('staff', await sessionOf(former.staffId, 2))
  await db().staff.update({ where: { id: former.staffId }, data: { disabledAt: new Date() } })
  expect((await call(route)).status).toBe(401)
})

test.each(ROUTES.filter(({ method }) => method === 'POST'))(
  'POST $name refuses another origin, a missing one and unknown keys, whoever asks',
  async (route) => {
    jar.set('staff', await sessionOf(memberOf('owner').staffId))

    expect((await call(route, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await call(route, {})).status).toBe(403)
    expect((await call({ ...route, body: { ...Object(route.body), extra: 1 } })).status).toBe(400)
  },
)

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
