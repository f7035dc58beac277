import { expect, test } from 'vitest'
import type { BoardRow } from '#components/catalog/board-row.ts'
import { matchedOtherName, searchDestinations } from '#components/catalog/search-destinations.ts'
import { foldForSearch } from '#lib/core/rules/search-names.ts'

const row = (slug: string, name: string): BoardRow => [slug, name, 'xx', 'asia', '$1', '5G', 3]
const rows = [row('japan', 'Japan'), row('jamaica', 'Jamaica'), row('netherlands', 'Netherlands'), row('oman', 'Oman')]
const others = new Map([
  ['japan', foldForSearch('日本 Nippon Tokyo')],
  ['netherlands', foldForSearch('Holland Niederlande')],
])
const slugs = (text: string) => searchDestinations(rows, others, text).map(([slug]) => slug)

test('what is typed finds names that begin with it, in the order of the list', () => {
  expect(slugs('ja')).toEqual(['japan', 'jamaica'])
})

test('other names, other scripts and one typo find the place', () => {
  expect(slugs('Holland')).toEqual(['netherlands'])
  expect(slugs('日本')).toEqual(['japan'])
  expect(slugs('jaapn')).toEqual(['japan'])
})

test('a typo is not guessed at while something was meant literally', () => {
  expect(slugs('oman')).toEqual(['oman'])
})

test('nothing typed finds nothing', () => {
  expect(slugs('  ')).toEqual([])
})

test('the other name that was meant is told, the name itself is not', () => {
  expect(matchedOtherName(others.get('japan'), 'tok')).toBe('Tokyo')
  expect(matchedOtherName(others.get('japan'), 'jap')).toBeNull()
  expect(matchedOtherName(undefined, 'x')).toBeNull()
})
