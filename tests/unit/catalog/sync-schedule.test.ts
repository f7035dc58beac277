import { expect, test } from 'vitest'
import { nextByClock } from '#lib/catalog/rules/admin-catalog.ts'

test.each([
  ['41 3 * * *', '2027-01-01T03:40:59Z', '2027-01-01T03:41:00.000Z'],
  ['41 3 * * *', '2027-01-01T03:41:00Z', '2027-01-02T03:41:00.000Z'],
  ['17 */6 * * *', '2026-12-31T18:17:00Z', '2027-01-01T00:17:00.000Z'],
  ['17 */6 * * *', '2027-01-01T05:00:00Z', '2027-01-01T06:17:00.000Z'],
  ['every night', '2027-01-01T05:00:00Z', undefined],
])('the rule %s holds, after %s, at %s', (cron, now, next) => {
  expect(nextByClock(cron, new Date(now))?.toISOString()).toBe(next)
})
