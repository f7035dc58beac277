import { expect, test } from 'vitest'
import { timeShape } from '#components/orders/time-shape.ts'

const NOW = new Date('2027-03-01T12:00:00Z')

test.each([
  ['2027-01-02T05:00:00Z', '2 Jan, 05:00'],
  ['2026-12-12T05:00:00Z', '12 Dec 2026, 05:00'],
  ['2028-05-21T15:59:00Z', '21 May 2028, 15:59'],
])('the moment %s is said with its year unless that is this one', (at, said) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...timeShape('moment', new Date(at), NOW), timeZone: 'UTC' })

  expect(format.format(new Date(at))).toBe(said)
})
