import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEsimSearch } from '#lib/esims/rules/admin-esims.ts'
import { readPastedNumbers } from '#lib/orders/rules/pasted-numbers.ts'

test('numbers are read from lines, commas and blanks, also when they are written in groups', () => {
  const pasted =
    '8948010000000000011\n8948 0100 0000 0000 022, "8948010000000000033"\n8948010000000000044 8948010000000000055'

  const iccids = readPastedNumbers(pasted).map(({ iccid }) => iccid)

  expect(iccids).toEqual(['11', '22', '33', '44', '55'].map((end) => `89480100000000000${end}`))
})

test('what is no number keeps its row, and a second one is marked', () => {
  const rows = readPastedNumbers('hello; 8948010000000000011\n8948010000000000011')

  expect(rows).toEqual([
    { text: 'hello', iccid: null, isRepeated: false },
    { text: '8948010000000000011', iccid: '8948010000000000011', isRepeated: false },
    { text: '8948010000000000011', iccid: '8948010000000000011', isRepeated: true },
  ])
})

test('no paste makes it fail, and no number is new twice', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.array(fc.stringMatching(/^[0-9]{8,24}$/)),
      (a, b) => {
        const rows = readPastedNumbers([a, ...b, ...b].join('\n'))
        const fresh = rows.flatMap(({ iccid, isRepeated }) => (iccid && !isRepeated ? [iccid] : []))

        expect(new Set(fresh).size).toBe(fresh.length)
        expect(rows.every(({ text }) => text.length > 0 && text.length <= 40)).toBe(true)
      },
    ),
  )
})

test('a search is a whole number or at least six of its last digits', () => {
  expect(readEsimSearch('8948 0100 0000 0000 011')).toEqual({ kind: 'whole', iccid: '8948010000000000011' })
  expect(readEsimSearch('000011')).toEqual({ kind: 'end', end: '000011' })
  expect([readEsimSearch('00011'), readEsimSearch('LF-1234'), readEsimSearch('')]).toEqual([null, null, null])
})
