import { expect, test } from 'vitest'
import { lookAlikesOf, sharesNameWithState } from '#lib/core/rules/look-alikes.ts'

test.each([
  ['AT', 'AU'],
  ['NE', 'NG'],
  ['GN', 'GQ'],
  ['GW', 'PG'],
  ['CD', 'CG'],
  ['DM', 'DO'],
])('%s and %s are each mistaken for the other', (a, b) => {
  expect(lookAlikesOf(a)).toContain(b)
  expect(lookAlikesOf(b)).toContain(a)
})

test('a country is never its own look-alike, and most have none', () => {
  expect(lookAlikesOf('AT')).not.toContain('AT')
  expect(lookAlikesOf('JP')).toEqual([])
})

test('Georgia is named as the country, not the state', () => {
  expect(sharesNameWithState('GE')).toBe(true)
  expect(sharesNameWithState('AT')).toBe(false)
})
