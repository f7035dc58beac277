import { expect, test } from 'vitest'
import { findPlaces } from '#components/esims/physical-sims/brand-places.tsx'
import { foldForSearch } from '#lib/core/rules/search-names.ts'
import { readPhone } from '#lib/esims/client/known-phone.ts'
import { type CalendarEntry, toCalendarFile } from '#lib/esims/rules/calendar-file.ts'

const entry: CalendarEntry = {
  id: 'install-crd_1@shop.example',
  begins: new Date('2027-06-29T16:00:00Z'),
  ends: new Date('2027-06-30T15:59:00Z'),
  title: 'Install before this day: eSIM for Bosnia, Herzegovina; and more',
  text: 'Install before 30 June 2027, 23:59 (GMT+8).\nثبّتها قبل نهاية ذلك اليوم بتوقيت الشبكة، ولا تنتظر حتى آخر دقيقة فيه.',
  url: 'https://shop.example/o/ord_1/esims/crd_1',
  remindBeforeMs: [7 * 86_400_000, 2 * 86_400_000],
}
const file = toCalendarFile([entry], { madeAt: new Date('2027-03-01T10:00:00Z'), by: 'Landfall' })

test('times are instants, so that every calendar shows them on its own clock', () => {
  expect(file).toContain('DTSTART:20270629T160000Z\r\nDTEND:20270630T155900Z\r\n')
})

test('it reminds 7 and 2 days before the day begins', () => {
  expect(file.match(/TRIGGER:\S+/g)).toEqual(['TRIGGER:-PT10080M', 'TRIGGER:-PT2880M'])
})

test('no line is longer than 75 octets, and put together again the words are whole', () => {
  const lines = file.split('\r\n')
  const whole = file.replaceAll('\r\n ', '')

  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(whole).toContain('SUMMARY:Install before this day: eSIM for Bosnia\\, Herzegovina\\; and more\r\n')
  expect(whole).toContain(`DESCRIPTION:${entry.text.replaceAll(',', '\\,').replace('\n', '\\n')}\r\n`)
})

const place = (key: number, text: string) => ({ key, name: text, flag: null, searchText: foldForSearch(text) })
const groups = [
  { name: 'Europe', places: [place(1, 'Österreich Austria'), place(2, "Côte d'Azur")] },
  { name: 'Asia', places: [place(3, 'Türkiye Turkey')] },
]
const found = (text: string) => findPlaces(groups, text).flatMap(({ places }) => places.map(({ key }) => key))

test('a place is found without its marks, in any case, and by another of its names', () => {
  expect([found('osterreich'), found('TURKIYE'), found('austria'), found('cote d azur')]).toEqual([[1], [3], [1], [2]])
})

test('a search without a letter shows everything, and a group without a hit is left out', () => {
  expect(found(' -')).toEqual([1, 2, 3])
  expect(findPlaces(groups, 'turk').map(({ name }) => name)).toEqual(['Asia'])
  expect(findPlaces(groups, 'nowhere')).toEqual([])
})

const PHONE = { name: 'Google Pixel 9', answer: 'yes', checkedOn: '2026-11-20' }

test('an answer that was kept is read as it was given', () => {
  expect(readPhone(JSON.stringify(PHONE))).toEqual(PHONE)
})

test.each([
  '',
  'null',
  '{',
  '"yes"',
  '{}',
  JSON.stringify({ ...PHONE, answer: 'perhaps' }),
  JSON.stringify({ ...PHONE, checkedOn: 'soon' }),
  JSON.stringify({ ...PHONE, name: 9 }),
])('what is no answer is nothing: %s', (kept) => {
  expect(readPhone(kept)).toBeNull()
})
