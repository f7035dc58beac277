import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BoardRow, packRows, readRows } from '#components/catalog/board-row.ts'
import { SHELVES } from '#lib/settings/rules/shop.ts'

const rows = fc.array(
  fc.tuple(
    fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/),
    fc.string({ minLength: 1 }).filter((name) => !/[|\n]/.test(name)),
    fc.constantFrom('jp', '-kp', ''),
    fc.constantFrom(...SHELVES),
    fc.constantFrom('$1.21', '1,21\u00a0€', ''),
    fc.constantFrom('5G', '2G', ''),
    fc.nat(200),
  ),
)

test('rows come out of their packet as they went in', () => {
  fc.assert(
    fc.property(rows, (given) => {
      expect(readRows(packRows(given))).toEqual(given)
    }),
  )
})

test('an address that the name gives does not travel', () => {
  const row: BoardRow = ['south-korea', 'South Korea', 'kr', 'asia', '$1.18', '5G', 3]

  expect(packRows([row]).text).toBe('South Korea\n\nkr\n0\n$1.18\n5\n3')
})

test('a name cannot break out of its field', () => {
  const row: BoardRow = ['a-b', 'A|\nB', 'kr', 'asia', '$1.18', '5G', 3]

  expect(readRows(packRows([row]))).toEqual([['a-b', 'A  B', 'kr', 'asia', '$1.18', '5G', 3]])
})

test('a packet that is read twice gives the same rows', () => {
  const packed = packRows([['japan', 'Japan', 'jp', 'asia', '', '', 0]])

  expect(readRows(packed)).toBe(readRows(packed))
})
