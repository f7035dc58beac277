import { beforeEach, expect, test, vi } from 'vitest'
import { keepChoice, readChoice } from '#lib/pricing/client/currency-choice.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => kept.set(name, text),
}
const refuse = () => {
  throw new DOMException('full', 'QuotaExceededError')
}

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', storage)
  keepChoice('EUR DE')
})

test.each([
  { of: 'is full', getItem: storage.getItem },
  { of: 'keeps nothing', getItem: refuse },
])('in a browser that $of a choice lives as long as the page', ({ getItem }) => {
  vi.stubGlobal('localStorage', { getItem, setItem: refuse })

  keepChoice('JPY JP')
  expect(readChoice()).toBe('JPY JP')
  keepChoice('')
  expect(readChoice()).toBe('')
})

test('once there is room again, the choice of another tab is read', () => {
  vi.stubGlobal('localStorage', { ...storage, setItem: refuse })
  keepChoice('JPY JP')
  vi.stubGlobal('localStorage', storage)
  keepChoice('GBP GB')

  storage.setItem('currency', 'KWD KW')

  expect(readChoice()).toBe('KWD KW')
})
