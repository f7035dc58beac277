import { expect, test } from 'vitest'
import { listOfNeeds, pageOfNeed } from '#components/ui/admin/need-address.ts'
import { MOST_NEEDS, NEED_GROUPS, type Need, type NeedGroup, needsCount } from '#lib/operations/rules/admin-today.ts'

const ORDER = { id: 'ord_1', number: 'LF-AAAA-BBBB' }

function need(group: NeedGroup, part: Partial<Need> = {}): Need {
  const nothing = { customer: null, plan: null, amount: null, count: null, facts: [] }

  return { ...nothing, group, key: 'k', what: 'w', order: ORDER, since: new Date(0), ...part }
}

test('a mail that was given up opens where it can be sent again, a message where it is answered', () => {
  expect(pageOfNeed(need('mail'))).toBe('/admin/jobs?queue=mails&state=failed')
  expect(pageOfNeed(need('mail', { order: null }))).toBe('/admin/jobs?queue=mails&state=failed')
  expect(pageOfNeed(need('message'))).toBe('/admin/messages')
})

test('what is about an order or a customer opens there', () => {
  for (const group of ['held', 'confirming', 'transfer', 'refund', 'second'] as const) {
    expect(pageOfNeed(need(group))).toBe('/admin/orders/ord_1')
  }
  expect(pageOfNeed(need('second', { order: null, customer: 'per_1' }))).toBe('/admin/customers/per_1')
})

test('a group with more than are read says so, and every group that grows has a list behind it', () => {
  const some = Array.from({ length: 3 }, () => need('held'))
  const many = Array.from({ length: MOST_NEEDS }, () => need('transfer'))

  expect(needsCount(some)).toBe('3')
  expect(needsCount([...some, ...many])).toBe(`${3 + MOST_NEEDS}+`)
  expect(NEED_GROUPS.filter((group) => listOfNeeds(group) === null)).toEqual(['second'])
})
