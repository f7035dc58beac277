import { expect, test } from 'vitest'
import { aheadText } from '#components/orders/ahead-text.ts'
import { looksOf } from '#components/orders/headline.ts'
import type { ItemView } from '#lib/settings/rules/shop.ts'

const at = (time: string) => new Date(`2027-03-03T${time}Z`)
const looked = (last: string, next: string | null) =>
  ({ looks: { lastAt: at(last), nextAt: next === null ? null : at(next) } }) as ItemView

test.each([
  ['10:14:00', 'in 5 minutes'],
  ['10:09:20', 'in 1 minute'],
  ['11:05:00', 'in 56 minutes'],
  ['12:09:00', 'in 2 hours'],
  ['10:09:00', null],
  ['10:08:00', null],
])('at 10:09 what comes at %s is %s', (time, said) => {
  expect(aheadText(at(time), at('10:09:00'), 'en')).toBe(said)
})

test('of several unclear plans the latest look counts, and the one that comes first', () => {
  const items = [looked('10:04:00', '10:20:00'), looked('10:09:00', '10:14:00'), { looks: null } as ItemView]

  expect(looksOf({ items })).toEqual({ lastAt: at('10:09:00'), nextAt: at('10:14:00') })
})

test('a plan that is being asked about right now does not hide when the other one is', () => {
  expect(looksOf({ items: [looked('10:04:00', null), looked('10:02:00', '10:14:00')] })?.nextAt).toEqual(at('10:14:00'))
})

test('without a look nothing is said', () => {
  expect(looksOf({ items: [{ looks: null } as ItemView] })).toBeNull()
})
