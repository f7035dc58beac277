import { expect, test } from 'vitest'
import { withTeamSince } from '#lib/orders/rules/with-team-since.ts'
import type { ItemStatus, ItemView } from '#lib/settings/rules/shop.ts'

const at = (time: string) => new Date(`2027-03-03T${time}:00Z`)
const item = (id: string, status: ItemStatus) => ({ id, status }) as ItemView
const held = (itemId: string | null, time: string) => ({ kind: 'held', itemId, at: at(time), data: {} })

test('a line that came to the team twice is with it since the second time', () => {
  const history = [held('a', '10:00'), held('a', '14:05')]

  expect(withTeamSince({ items: [item('a', 'with_team')], history })).toEqual(at('14:05'))
})

test('of several lines the one that waits longest counts, and one that is done does not', () => {
  const items = [item('a', 'ready'), item('b', 'with_team'), item('c', 'with_team')]
  const history = [held('a', '09:00'), held('c', '11:00'), held('b', '12:00')]

  expect(withTeamSince({ items, history })).toEqual(at('11:00'))
})

test('a doubt about the payment is about every line', () => {
  expect(withTeamSince({ items: [item('a', 'with_team')], history: [held(null, '10:00')] })).toEqual(at('10:00'))
})

test('without a record nothing is said', () => {
  expect(withTeamSince({ items: [item('a', 'with_team')], history: [] })).toBeNull()
})
