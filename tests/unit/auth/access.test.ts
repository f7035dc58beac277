import fs from 'node:fs'
import { expect, test } from 'vitest'
import { PAGE_ACCESS } from '#lib/auth/rules/page-access.ts'
import { PERMISSIONS } from '#lib/core/rules/caller.ts'
import { accessOf, type Contract } from '#lib/core/rules/contract.ts'
import { LISTS, type ListName, rulesOf } from '#lib/core/rules/lists.ts'
import { ACCESS_ROWS, CONTRACTS, pagesInTree, ROUTE_ACCESS, routeOfRow, routesInTree } from '#tests/support/routes.ts'

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

test('every reason that staff give may be as long as the field that asks for it', () => {
  const asking = Object.entries(ACCESS_ROWS).filter(
    ([row, { body }]) => row.includes('/api/admin/') && 'reason' in Object(body),
  )
  const refused = asking.filter(([row, sample]) => {
    const body = { ...Object(fill(sample.body)), reason: 'x'.repeat(500) }

    return CONTRACTS.get(routeOfRow(row))?.body.safeParse(body).success === false
  })

  expect(asking.length).toBeGreaterThan(20)
  expect(refused.map(([row]) => row)).toEqual([])
})

test('no contract takes a key that it does not name', () => {
  const open = [...CONTRACTS.values()]
    .filter(({ at }) => !at.startsWith('GET '))
    .flatMap(({ at, body }) => {
      const samples = Object.entries(ACCESS_ROWS).filter(([row]) => routeOfRow(row) === at)

      return samples.filter(([, sample]) => body.safeParse({ ...Object(fill(sample.body)), price: 1 }).success)
    })

  expect(open.map(([row]) => row)).toEqual([])
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
          : /\bopen(Order|PlacedEsim)\(/

    expect(text).toMatch(asks)
  },
)

/** The requirements of levels 1 and 2 of ASVS 5.0.0: the numbers below each section, of level 1 and of level 2. */
const SECTIONS: Record<string, { one?: number[]; two?: number[] }> = {
  '1.1': { two: [1, 2] },
  '1.2': { one: [1, 2, 3, 4, 5], two: [6, 7, 8, 9] },
  '1.3': { one: [1, 2], two: [3, 4, 5, 6, 7, 8, 9, 10, 11] },
  '1.4': { two: [1, 2, 3] },
  '1.5': { one: [1], two: [2] },
  '2.1': { one: [1], two: [2, 3] },
  '2.2': { one: [1, 2], two: [3] },
  '2.3': { one: [1], two: [2, 3, 4] },
  '2.4': { two: [1] },
  '3.2': { one: [1, 2] },
  '3.3': { one: [1], two: [2, 3, 4] },
  '3.4': { one: [1, 2], two: [3, 4, 5, 6] },
  '3.5': { one: [1, 2, 3], two: [4, 5] },
  '3.7': { two: [1, 2] },
  '4.1': { one: [1], two: [2, 3] },
  '4.2': { two: [1] },
  '4.3': { two: [1, 2] },
  '4.4': { one: [1], two: [2, 3, 4] },
  '5.1': { two: [1] },
  '5.2': { one: [1, 2], two: [3] },
  '5.3': { one: [1, 2] },
  '5.4': { two: [1, 2, 3] },
  '6.1': { one: [1], two: [2, 3] },
  '6.2': { one: [1, 2, 3, 4, 5, 6, 7, 8], two: [9, 10, 11, 12] },
  '6.3': { one: [1, 2], two: [3, 4] },
  '6.4': { one: [1, 2], two: [3, 4] },
  '6.5': { two: [1, 2, 3, 4, 5] },
  '6.6': { two: [1, 2, 3] },
  '6.8': { two: [1, 2, 3, 4] },
  '7.1': { two: [1, 2, 3] },
  '7.2': { one: [1, 2, 3, 4] },
  '7.3': { two: [1, 2] },
  '7.4': { one: [1, 2], two: [3, 4, 5] },
  '7.5': { two: [1, 2] },
  '7.6': { two: [1, 2] },
  '8.1': { one: [1], two: [2] },
  '8.2': { one: [1, 2], two: [3] },
  '8.3': { one: [1] },
  '8.4': { two: [1] },
  '9.1': { one: [1, 2, 3] },
  '9.2': { one: [1], two: [2, 3, 4] },
  '10.1': { two: [1, 2] },
  '10.2': { two: [1, 2] },
  '10.3': { two: [1, 2, 3, 4] },
  '10.4': { one: [1, 2, 3, 4, 5], two: [6, 7, 8, 9, 10, 11] },
  '10.5': { two: [1, 2, 3, 4, 5] },
  '10.6': { two: [1, 2] },
  '10.7': { two: [1, 2, 3] },
  '11.1': { two: [1, 2] },
  '11.2': { two: [1, 2, 3] },
  '11.3': { one: [1, 2], two: [3] },
  '11.4': { one: [1], two: [2, 3, 4] },
  '11.5': { two: [1] },
  '11.6': { two: [1] },
  '12.1': { one: [1], two: [2, 3] },
  '12.2': { one: [1, 2] },
  '12.3': { two: [1, 2, 3, 4] },
  '13.1': { two: [1] },
  '13.2': { two: [1, 2, 3, 4, 5] },
  '13.3': { two: [1, 2] },
  '13.4': { one: [1], two: [2, 3, 4, 5] },
  '14.1': { two: [1, 2] },
  '14.2': { one: [1], two: [2, 3, 4] },
  '14.3': { one: [1], two: [2, 3] },
  '15.1': { one: [1], two: [2, 3] },
  '15.2': { one: [1], two: [2, 3] },
  '15.3': { one: [1], two: [2, 3, 4, 5, 6, 7] },
  '16.1': { two: [1] },
  '16.2': { two: [1, 2, 3, 4, 5] },
  '16.3': { two: [1, 2, 3, 4] },
  '16.4': { two: [1, 2, 3] },
  '16.5': { two: [1, 2, 3] },
  '17.1': { two: [1] },
  '17.2': { two: [1, 2, 3, 4] },
  '17.3': { two: [1, 2] },
}

type Row = { number: string; level: string; asked: string; how: string; proof: string }

const rows: Row[] = fs
  .readFileSync('docs/asvs.md', 'utf8')
  .split('\n')
  .filter((line) => /^\|\s*\d/.test(line))
  .map((line) => {
    const [number = '', level = '', asked = '', how = '', proof = '', ...rest] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    if (rest.length > 0) throw new Error(`${number} has too many cells.`)

    return { number, level, asked, how, proof }
  })

const isReason = ({ proof }: Row) => /^Not (applicable|tested): .{15,}\.$/.test(proof)

test('every requirement of levels 1 and 2 has one row, with its level', () => {
  const wanted = Object.entries(SECTIONS).flatMap(([section, { one = [], two = [] }]) => [
    ...one.map((number) => `${section}.${number} level 1`),
    ...two.map((number) => `${section}.${number} level 2`),
  ])

  expect(wanted).toHaveLength(253)
  expect(rows.map(({ number, level }) => `${number} level ${level}`).sort()).toEqual(wanted.sort())
})

test('no row is empty: it says what is asked, and how that is met or why not', () => {
  const empty = rows.filter((row) => row.asked.length < 6 || row.proof === '' || (!isReason(row) && row.how.length < 3))

  expect(empty.map(({ number }) => number)).toEqual([])
})

test.each(rows.filter((row) => !isReason(row)))('$number names tests that are there', ({ proof }) => {
  for (const named of proof.split('<br>')) {
    const [, path = '', title = ''] = /^`([\w/-]+)`(?:: (.+))?$/.exec(named) ?? []
    const file = [`tests/${path}.test.ts`, `tests/${path}.spec.ts`].find((name) => fs.existsSync(name))

    expect(file, named).toBeDefined()
    expect(fs.readFileSync(file ?? '', 'utf8'), named).toContain(title)
  }
})

test('every entry of the lock file has an integrity hash', () => {
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { link?: boolean; integrity?: string }>
  }
  const unhashed = Object.entries(packages).filter(([at, entry]) => at !== '' && !entry.link && !entry.integrity)

  expect(Object.keys(packages).length).toBeGreaterThan(300)
  expect(unhashed.map(([at]) => at)).toEqual([])
})
