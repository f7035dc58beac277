import { expect, test } from 'vitest'
import { liveStretches } from '#lib/esims/rules/day-stretches.ts'

const at = (text: string) => new Date(`${text}Z`)

function split(from: string, until: string, marked: string[]) {
  const { days, stretches } = liveStretches({ from: at(from), until: at(until) }, marked)
  const short = (date: Date) => date.toISOString().slice(0, 16)

  return { days, stretches: stretches.map((part) => `${short(part.from)} ${short(part.until)}`) }
}

test('nothing is read anew in a span of whole days without marks', () => {
  expect(split('2027-02-01T00:00', '2027-04-01T00:00', [])).toEqual({ days: [], stretches: [] })
})

test('marked neighbours are one part, in any order, and marks outside of the span are not its own', () => {
  expect(
    split('2027-02-01T00:00', '2027-03-01T00:00', [
      '2027-02-04',
      '2027-02-03',
      '2027-02-09',
      '2027-01-31',
      '2027-03-01',
    ]),
  ).toEqual({
    days: ['2027-02-03', '2027-02-04', '2027-02-09'],
    stretches: ['2027-02-03T00:00 2027-02-05T00:00', '2027-02-09T00:00 2027-02-10T00:00'],
  })
})

test('no part goes beyond its month', () => {
  expect(split('2027-01-01T00:00', '2027-04-01T00:00', ['2027-01-31', '2027-02-01']).stretches).toEqual([
    '2027-01-31T00:00 2027-02-01T00:00',
    '2027-02-01T00:00 2027-02-02T00:00',
  ])
})

test('a day that is in the span with a part only is read with that part', () => {
  expect(split('2027-02-03T10:00', '2027-02-05T08:00', [])).toEqual({
    days: ['2027-02-03', '2027-02-05'],
    stretches: ['2027-02-03T10:00 2027-02-04T00:00', '2027-02-05T00:00 2027-02-05T08:00'],
  })
})

test('a span that ends before it begins has no parts', () => {
  expect(split('2027-02-03T00:00', '2027-02-01T10:00', ['2027-02-02'])).toEqual({ days: [], stretches: [] })
})
