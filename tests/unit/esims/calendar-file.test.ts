import { expect, test } from 'vitest'
import { type CalendarEntry, toCalendarFile } from '#lib/esims/rules/calendar-file.ts'

const entry: CalendarEntry = {
  id: 'install-crd_1@shop.example',
  begins: new Date('2027-06-29T16:00:00Z'),
  ends: new Date('2027-06-30T15:59:00Z'),
  title: 'Last day to install: eSIM for Bosnia, Herzegovina; and more',
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
  expect(whole).toContain('SUMMARY:Last day to install: eSIM for Bosnia\\, Herzegovina\\; and more\r\n')
  expect(whole).toContain(`DESCRIPTION:${entry.text.replaceAll(',', '\\,').replace('\n', '\\n')}\r\n`)
})
