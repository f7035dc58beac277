import { expect, test } from 'vitest'
import { isNightDue, isQuarterDue } from '#lib/reconciliation/rules/reconciliation-times.ts'

const at = (text: string) => new Date(`2027-03-${text}:00Z`)

test('the comparison of the last hours is due at first, and again after its pause', () => {
  const every = 900_000

  expect(isQuarterDue(null, { now: at('01T10:00'), every })).toBe(true)
  expect(isQuarterDue(at('01T09:50'), { now: at('01T10:00'), every })).toBe(false)
  expect(isQuarterDue(at('01T09:45'), { now: at('01T10:00'), every })).toBe(true)
})

test('the nightly comparison is due once after 03:10 UTC, for a store that was there before', () => {
  expect(isNightDue({ quarter: null, night: null, now: at('01T04:00') })).toBe(false)
  expect(isNightDue({ quarter: at('01T03:30'), night: null, now: at('01T04:00') })).toBe(false)
  expect(isNightDue({ quarter: at('01T02:00'), night: null, now: at('01T04:00') })).toBe(true)
  expect(isNightDue({ quarter: at('01T02:00'), night: at('01T03:11'), now: at('01T23:00') })).toBe(false)
  expect(isNightDue({ quarter: at('01T02:00'), night: at('01T03:11'), now: at('02T03:09') })).toBe(false)
  expect(isNightDue({ quarter: at('01T02:00'), night: at('01T03:11'), now: at('02T03:10') })).toBe(true)
})
