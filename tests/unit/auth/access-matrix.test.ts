import { expect, test } from 'vitest'
import { ACCESS_MATRIX, routeOfRow } from '#lib/auth/rules/access-matrix.ts'
import { PAGE_DOORS } from '#lib/auth/rules/page-doors.ts'
import { PERMISSIONS } from '#lib/core/rules/caller.ts'
import { pagesInTree, routesInTree } from '#tests/support/route-tree.ts'

const routes = routesInTree()
const pages = pagesInTree()

test('the walk found the routes and pages of the app', () => {
  expect(routes.length).toBeGreaterThan(50)
  expect(pages.length).toBeGreaterThan(20)
})

test('every route has a row in lib/auth/rules/access-matrix*.ts: a new one names who may use it', () => {
  const rows = new Set(Object.keys(ACCESS_MATRIX).map(routeOfRow))

  expect(routes.map(({ at }) => at).filter((at) => !rows.has(at))).toEqual([])
})

test('every page has a row in lib/auth/rules/page-doors.ts: a new one names who is shown it', () => {
  expect(pages.map(({ address }) => address).filter((address) => !(address in PAGE_DOORS))).toEqual([])
})

test('no row speaks of a route or page that is gone', () => {
  const known = new Set(routes.map(({ at }) => at))
  const shown = new Set(pages.map(({ address }) => address))

  expect(Object.keys(ACCESS_MATRIX).filter((at) => !known.has(routeOfRow(at)))).toEqual([])
  expect(Object.keys(PAGE_DOORS).filter((address) => !shown.has(address))).toEqual([])
})

test('every act has a body to be tried with', () => {
  const acts = Object.entries(ACCESS_MATRIX).filter(([at, { door }]) => !at.startsWith('GET ') && door !== 'library')

  expect(acts.filter(([, row]) => row.body === undefined).map(([at]) => at)).toEqual([])
})

test('no act of staff is open to everybody, and no address of theirs', () => {
  const open = Object.entries(ACCESS_MATRIX).filter(([at, { door }]) => at.includes('/api/admin/') && door === 'public')

  expect(open.map(([at]) => at)).toEqual([])
})

test.each(pages.filter(({ address }) => address in PAGE_DOORS && PAGE_DOORS[address] !== 'public'))(
  'the page $address asks who is there before it reads anything',
  ({ address, text }) => {
    const door = PAGE_DOORS[address] ?? 'public'
    const asks =
      door === 'customer'
        ? /\bcustomerOrSignIn\(/
        : door in PERMISSIONS || door === 'staff'
          ? /\b(staffOrSignIn|staffWith|accountOrSignIn)\(/
          : /\bopenOrder\(/

    expect(text).toMatch(asks)
  },
)
