import { expect, test } from 'vitest'
import { PAGE_ACCESS } from '#lib/auth/rules/page-access.ts'
import { PERMISSIONS } from '#lib/core/rules/caller.ts'
import { accessOf, type Contract } from '#lib/core/rules/contract.ts'
import { LISTS, type ListName, rulesOf } from '#lib/core/rules/lists.ts'
import { ACCESS_ROWS, CONTRACTS, routeOfRow } from '#tests/support/access-rows.ts'
import { ROUTE_ACCESS } from '#tests/support/route-access.ts'
import { pagesInTree, routesInTree } from '#tests/support/route-tree.ts'

const routes = routesInTree()
const pages = pagesInTree()

test('the walk found the routes and pages of the app', () => {
  expect(routes.length).toBeGreaterThan(50)
  expect(pages.length).toBeGreaterThan(20)
})

test('every route has a contract in lib/<room>/schema, or stands among those that no contract describes', () => {
  const described = [...CONTRACTS.keys(), ...Object.keys(ROUTE_ACCESS)].sort()

  expect(CONTRACTS.size).toBeGreaterThan(5)
  expect(described).toEqual(routes.map(({ at }) => at).sort())
})

test('every page has a row in lib/auth/rules/page-access.ts: a new one names who is shown it', () => {
  expect(pages.map(({ address }) => address).filter((address) => !(address in PAGE_ACCESS))).toEqual([])
})

test('no row speaks of a page or a call that is gone', () => {
  const known = new Set(routes.map(({ at }) => at))
  const shown = new Set(pages.map(({ address }) => address))

  expect(Object.keys(ACCESS_ROWS).filter((at) => !known.has(routeOfRow(at)))).toEqual([])
  expect(Object.keys(PAGE_ACCESS).filter((address) => !shown.has(address))).toEqual([])
})

test.each([...CONTRACTS.values()])('$at is tried with what its contract takes', ({ at, body, params, spec }) => {
  const samples = Object.entries(ACCESS_ROWS).filter(([row]) => routeOfRow(row) === at)
  const refused = samples.flatMap(([row, sample]) => [
    ...(at.startsWith('GET ') ? [] : (body.safeParse(fill(sample.body)).error?.issues ?? [])),
    ...(sample.params ? (params.safeParse(sample.params).error?.issues ?? []) : []),
    ...(spec.query ? (spec.query.safeParse(sample.query ?? {}).error?.issues ?? []) : []).map(({ path }) => ({
      row,
      path,
    })),
  ])

  expect(refused).toEqual([])
  // Each permission that a request can demand is demanded by one.
  expect([...new Set(samples.map(([, { access }]) => access))].sort()).toEqual(
    Array.isArray(spec.permission) ? [...spec.permission].sort() : [accessOf(CONTRACTS.get(at) as Contract)],
  )
})

// An address that nobody has.
function fill(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll('$someone', 'someone@example.com'))
}

// A page that opens a list leaves it to the list who may see it.
const PAGED_LISTS = (Object.keys(LISTS) as ListName[]).filter((name) => rulesOf(name).path)

test('no act of staff is open to everybody, and no address of theirs', () => {
  const open = Object.entries(ACCESS_ROWS).filter(
    ([at, { access }]) => at.includes('/api/admin/') && access === 'public',
  )

  expect(open.map(([at]) => at)).toEqual([])
})

test.each(pages.filter(({ address }) => address in PAGE_ACCESS && PAGE_ACCESS[address] !== 'public'))(
  'the page $address asks who is there before it reads anything',
  ({ address, text }) => {
    const access = PAGE_ACCESS[address] ?? 'public'
    const list = PAGED_LISTS.find((name) => text.includes(`openList('${name}'`))
    if (list) return expect(rulesOf(list).permission ?? 'staff').toBe(access)
    const asks =
      access === 'customer'
        ? /\bcustomerOrSignIn\(/
        : access in PERMISSIONS || access === 'staff'
          ? /\b(staffOrSignIn|staffWith|accountOrSignIn)\(/
          : /\bopenOrder\(/

    expect(text).toMatch(asks)
  },
)
