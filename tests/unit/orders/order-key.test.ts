import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetOrderKey, orderKey } from '#lib/orders/client/order-key.ts'

const kept = new Map<string, string>()
const storage = {
  get length() {
    return kept.size
  },
  key: (index: number) => [...kept.keys()][index] ?? null,
  removeItem: (name: string) => void kept.delete(name),
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => kept.set(name, text),
}

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', storage)
})

afterEach(() => void vi.useRealTimers())

const input = { quoteId: 'quo_1', email: 'ana@example.com' }

test('the same request has the same key in every tab of a browser', () => {
  expect(orderKey('quo_1', input)).toBe(orderKey('quo_1', { ...input }))
})

test('a changed request has a new key', () => {
  expect(orderKey('quo_1', { ...input, email: 'luca@example.com' })).not.toBe(orderKey('quo_1', input))
})

test('two offers have two keys', () => {
  expect(orderKey('quo_1', input)).not.toBe(orderKey('quo_2', input))
})

test('a key fits the header, and nothing of the address is kept', () => {
  expect(orderKey('quo_1', input)).toMatch(/^[0-9a-f]{32}$/)
  expect([...kept.values()].join()).not.toContain('ana')
})

test.each(['{', '5', '{"key":1}', 'null'])('a damaged memory %j costs a new key, not the order', (damaged) => {
  kept.set('order-key:quo_1', damaged)

  expect(orderKey('quo_1', input)).toMatch(/^[0-9a-f]{32}$/)
})

test('a browser that keeps nothing can still order', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })

  expect(orderKey('quo_1', input)).toMatch(/^[0-9a-f]{32}$/)
})

test('a key is kept for a day, while its order may be sent again', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  kept.set('order-key:quo_0', '{"key":"former","mark":"1"}')
  kept.set('cart', '[]')
  const key = orderKey('quo_1', input)
  vi.setSystemTime(Date.now() + 23 * 3_600_000)
  orderKey('quo_2', input)
  expect(orderKey('quo_1', input)).toBe(key)

  vi.setSystemTime(Date.now() + 2 * 3_600_000)
  orderKey('quo_3', input)
  expect([...kept.keys()]).toEqual(['cart', 'order-key:quo_2', 'order-key:quo_3'])
})

test('the key of an order that was bought is forgotten', () => {
  orderKey('quo_1', input)
  forgetOrderKey('quo_1')

  expect([...kept]).toEqual([])
})
