import { expect, test } from 'vitest'
import { attemptRef, newId, newItemRef, newOrderNumber, newToken } from '#lib/core/rules/ids.ts'

test('makes ids that name their kind and do not repeat', () => {
  const ids = Array.from({ length: 5000 }, () => newId('ord'))

  expect(new Set(ids).size).toBe(5000)
  expect(ids.every((id) => /^ord_[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toBe(true)
})

test('makes line references that sort by time and fit the upstream field with their attempt', () => {
  const earlier = newItemRef(new Date('2026-03-01T00:00:00Z'))
  const later = newItemRef(new Date('2026-03-01T00:00:00.001Z'))

  expect(earlier < later).toBe(true)
  expect(attemptRef(earlier, 12)).toMatch(/^LF[0-9A-Z]{26}-12$/)
  expect(attemptRef(earlier, 12).length).toBeLessThanOrEqual(32)
})

test('makes order numbers that a person can read aloud', () => {
  expect(newOrderNumber()).toMatch(/^LF-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
})

test('makes tokens of 256 bits that are safe in an address', () => {
  expect(newToken()).toMatch(/^[\w-]{43}$/)
  expect(newToken()).not.toBe(newToken())
})
