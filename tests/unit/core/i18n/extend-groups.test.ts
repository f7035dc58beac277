import { expect, test } from 'vitest'
import { extendGroups } from '#lib/core/i18n/extend-groups.ts'

const sets = { staff: { offline: 'No connection.', internal: 'Our side.' } }

test('a group that extends a set has its texts, and its own win', () => {
  const tree = {
    title: 'Orders',
    act: { failed: { extends: 'staff', internal: 'Look at the history.', own: 'Mine.' } },
  }

  expect(extendGroups(tree, sets)).toEqual({
    title: 'Orders',
    act: { failed: { offline: 'No connection.', internal: 'Look at the history.', own: 'Mine.' } },
  })
})

test('a group that extends none stays as it is, and neither the sets nor the messages change', () => {
  const tree = { failed: { extends: 'staff' }, plain: { a: 'A' } }
  const before = structuredClone({ tree, sets })

  expect(extendGroups(tree, sets).plain).toEqual({ a: 'A' })
  expect({ tree, sets }).toEqual(before)
})
