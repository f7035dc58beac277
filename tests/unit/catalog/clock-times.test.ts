import { expect, test } from 'vitest'
import { cityOf, clockRows, coversLastEvening, momentText, zoneName } from '#components/catalog/clock-times.ts'

const zones = { destination: 'Asia/Tokyo', home: 'Europe/Berlin', tag: 'en-GB' }

test('three network days begin and end on all three clocks', () => {
  const rows = clockRows('2027-03-10', 3, zones)

  expect(rows.network).toEqual({
    first: { time: '00:00', day: 'Wed 10 Mar' },
    last: { time: '00:00', day: 'Sat 13 Mar' },
  })
  expect(rows.destination?.last).toEqual({ time: '01:00', day: 'Sat 13 Mar' })
  expect(rows.home?.first).toEqual({ time: '17:00', day: 'Tue 9 Mar' })
})

test('a change of clocks at home moves the last hour and not the first', () => {
  const { home } = clockRows('2027-03-27', 5, zones)

  expect(home?.first.time).toBe('17:00')
  expect(home?.last).toEqual({ time: '18:00', day: 'Wed 31 Mar' })
})

test('a clock whose zone nobody knows is absent', () => {
  expect(clockRows('2027-03-10', 3, { ...zones, destination: null }).destination).toBeNull()
})

test('the last evening is covered east of the network zone and not west of it', () => {
  expect(coversLastEvening('2027-03-10', 3, { leave: '2027-03-12', zone: 'Asia/Tokyo' })).toBe(true)
  expect(coversLastEvening('2027-03-10', 3, { leave: '2027-03-12', zone: 'Europe/Berlin' })).toBe(false)
})

test('zones are named by their city and by their distance from Greenwich on that day', () => {
  expect(cityOf('America/New_York')).toBe('New York')
  expect(zoneName('Europe/Berlin', '2027-03-27')).toBe('GMT+1')
  expect(zoneName('Europe/Berlin', '2027-03-29')).toBe('GMT+2')
  expect(momentText({ time: '01:00', day: 'Mon 15 Mar' })).toBe('Mon 15 Mar, 01:00')
})
