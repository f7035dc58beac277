import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type FormField, firstWrong, REASON, readFields } from '#components/ui/admin/form-field.ts'
import { failureText } from '#components/ui/admin/known-label.ts'
import { pressedKey } from '#lib/core/client/pressed-key.ts'
import { storedText } from '#lib/core/client/stored-text.ts'
import action from '#messages/en/action.json' with { type: 'json' }

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

test('an address is read without marks that nobody sees, as the calls take it, and a reason as it was written', () => {
  const data = typed(['email', '\u2068ana@example.com\u2069 '], ['reason', ' so\u200cwas '])

  expect(readFields(FIELDS, data)).toMatchObject({ email: 'ana@example.com', reason: 'so\u200cwas' })
})

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

test.each(['buyer_blocked', 'erased'])('%s has words of its own in every room', (word) => {
  const all = words(Object.fromEntries(Object.entries(action.failed).map(([key, text]) => [`failed.${key}`, text])))

  expect(failureText([ALL, all], { code: word })).not.toBe('Ours.')
})

test.each([
  { on: 'an Arabic keyboard', key: 'ل', code: 'KeyG', shiftKey: false, is: 'g' },
  { on: 'an Arabic keyboard', key: 'ظ', code: 'Slash', shiftKey: false, is: '/' },
  { on: 'an Arabic keyboard', key: '؟', code: 'Slash', shiftKey: true, is: '?' },
  // One key of it types two letters.
  { on: 'an Arabic keyboard', key: 'لا', code: 'KeyB', shiftKey: false, is: 'b' },
  { on: 'a Cyrillic keyboard', key: 'о', code: 'KeyJ', shiftKey: false, is: 'j' },
  { on: 'a Cyrillic keyboard', key: 'О', code: 'KeyJ', shiftKey: true, is: 'J' },
  { on: 'a German keyboard', key: '?', code: 'Minus', shiftKey: true, is: '?' },
  { on: 'a German keyboard', key: 'ö', code: 'Semicolon', shiftKey: false, is: 'ö' },
  { on: 'a French keyboard', key: 'a', code: 'KeyQ', shiftKey: false, is: 'a' },
  { on: 'any keyboard', key: 'Enter', code: 'Enter', shiftKey: false, is: 'Enter' },
])('$key of $on is $is', ({ is, ...event }) => {
  expect(pressedKey(event)).toBe(is)
})

describe('stored text', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  }
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }

  beforeEach(() => {
    stored.clear()
    vi.stubGlobal('window', new EventTarget())
  })

  test.each(['localStorage', 'sessionStorage'] as const)('a text outlives the page in %s', (place) => {
    vi.stubGlobal(place, storage)
    storedText('trip', place).write('2027-03-01')

    expect(storedText('trip', place).read()).toBe('2027-03-01')
    storedText('trip', place).write('')
    expect(storedText('trip', place).read()).toBe('')
  })

  test.each([
    { of: 'is full', change: { setItem: refuse } },
    { of: 'keeps nothing', change: { getItem: refuse, setItem: refuse, removeItem: refuse } },
  ])('in a browser that $of a text lives as long as the page', ({ change }) => {
    stored.set('trip', 'old')
    vi.stubGlobal('localStorage', { ...storage, ...change })
    const text = storedText('trip', 'localStorage')

    text.write('new')
    expect(text.read()).toBe('new')
    text.write('')
    expect(text.read()).toBe('')
  })

  test('once there is room again, what another tab keeps is read', () => {
    vi.stubGlobal('localStorage', { ...storage, setItem: refuse })
    const text = storedText('trip', 'localStorage')
    text.write('first')
    vi.stubGlobal('localStorage', storage)
    text.write('second')

    stored.set('trip', 'third')

    expect(text.read()).toBe('third')
  })

  test('whoever shows a text hears of a change in this tab and in another, and not of what is kept silently', () => {
    vi.stubGlobal('localStorage', storage)
    const text = storedText('trip', 'localStorage')
    const hear = vi.fn()
    const stop = text.subscribe(hear)

    text.set('silent')
    expect(hear).not.toHaveBeenCalled()
    text.write('told')
    window.dispatchEvent(new Event('storage'))
    expect(hear).toHaveBeenCalledTimes(2)

    stop()
    text.write('later')
    expect(hear).toHaveBeenCalledTimes(2)
  })
})
