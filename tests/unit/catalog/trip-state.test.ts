import { expect, test } from 'vitest'
import { parseTrip } from '#components/catalog/trip-state.ts'

test('a trip counts its first and its last day', () => {
  expect(parseTrip('2027-03-06/2027-03-14')).toEqual({ arrive: '2027-03-06', leave: '2027-03-14', days: 9 })
  expect(parseTrip('2028-02-28/2028-03-01').days).toBe(3)
})

test('a trip that ends before it begins, or has one date alone, has no days yet', () => {
  expect(parseTrip('2027-03-06/2027-03-05').days).toBe(0)
  expect(parseTrip('2027-03-06/')).toEqual({ arrive: '2027-03-06', leave: '', days: 0 })
  expect(parseTrip('')).toEqual({ arrive: '', leave: '', days: 0 })
})

test('a day that does not exist is no date of a trip, whoever wrote it into the address', () => {
  expect(parseTrip('2027-99-99/2027-02-30')).toEqual({ arrive: '', leave: '', days: 0 })
})
