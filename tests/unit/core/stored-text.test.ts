import { beforeEach, expect, test, vi } from 'vitest'
import { storedText } from '#lib/core/client/stored-text.ts'

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
