import { expect, test } from 'vitest'
import { type FormField, firstWrong, REASON, readFields } from '#components/ui/admin/form-field.ts'
import { failureText } from '#components/ui/admin/known-label.ts'

const FIELDS: FormField[] = [
  REASON,
  { kind: 'typed', name: 'typed', expect: 'LF-1' },
  { kind: 'amount', name: 'amountMinor', currency: 'USD', maxMinor: 500 },
  { kind: 'email', name: 'email', isOptional: true },
  { kind: 'ticks', name: 'esimIds', options: [] },
  { kind: 'choice', name: 'choice', options: [] },
  { kind: 'check', name: 'isDefault' },
  { kind: 'password', name: 'secret' },
]
const RIGHT = [
  ['reason', ' because '],
  ['typed', 'LF-1 '],
  ['amountMinor', '4,50'],
  ['email', ''],
  ['esimIds', 'a'],
  ['esimIds', 'b'],
  ['choice', 'x'],
  ['secret', ' two words '],
] as const

function typed(...changes: (readonly [string, string])[]): FormData {
  const changed = new Set(changes.map(([name]) => name))
  const data = new FormData()
  for (const [name, value] of [...RIGHT.filter(([name]) => !changed.has(name)), ...changes]) data.append(name, value)

  return data
}

test('a form is read by the names of its fields, sums in minor units, and a password as it was typed', () => {
  expect(readFields(FIELDS, typed())).toEqual({
    reason: 'because',
    typed: 'LF-1',
    amountMinor: 450,
    email: '',
    esimIds: ['a', 'b'],
    choice: 'x',
    isDefault: false,
    secret: ' two words ',
  })
  expect(readFields(FIELDS, typed(['isDefault', 'on'], ['amountMinor', 'much']))).toMatchObject({
    isDefault: true,
    amountMinor: null,
  })
})

test.each([
  ['a reason of two letters', 'reason', 'no'],
  ['a text that is not the one asked for', 'typed', 'LF-2'],
  ['a sum that cannot be read', 'amountMinor', 'much'],
  ['a sum above what is left', 'amountMinor', '5.01'],
  ['no sum', 'amountMinor', '0'],
  ['an address without a place', 'email', 'ana@'],
  ['no choice', 'choice', ''],
  ['no password', 'secret', ''],
])('%s is what is wrong first', (_, name, value) => {
  expect(firstWrong(FIELDS, typed())).toBeNull()
  expect(firstWrong(FIELDS, typed([name, value]))).toBe(name)
})

test('a field that may stay empty may, and at least one tick is set', () => {
  const data = typed()
  data.delete('esimIds')

  expect(firstWrong(FIELDS, data)).toBe('esimIds')
  expect(firstWrong([{ kind: 'ticks', name: 'esimIds', options: [], isOptional: true }], data)).toBeNull()
})

/** Words as the pages have them: a translator that knows some keys. */
function words(known: Record<string, string>) {
  return Object.assign((key: string) => known[key] ?? key, { has: (key: string) => key in known })
}

const ALL = words({ 'failed.conflict': 'Changed.', 'failed.bad_input': 'Missing.', 'failed.internal': 'Ours.' })

test.each([
  ['its reason in the room', { code: 'conflict', details: { reason: 'busy' } }, 'Being looked at.'],
  ['its field in the room', { code: 'bad_input', details: { fields: ['until'] } }, 'That day is over.'],
  ['its code in the room before that of all', { code: 'forbidden' }, 'Ask a manager.'],
  ['its code in the words of all', { code: 'conflict', details: { reason: 'unheard_of' } }, 'Changed.'],
  ['what is said of everything else', { code: 'quote_expired' }, 'Ours.'],
])('a refusal is told by %s', (_, failure, text) => {
  const room = words({
    'failed.busy': 'Being looked at.',
    'failed.until': 'That day is over.',
    'failed.forbidden': 'Ask a manager.',
  })

  expect(failureText([room, ALL], failure)).toBe(text)
})
