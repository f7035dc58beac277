import { beforeEach, expect, test, vi } from 'vitest'
import { orderKey } from '#lib/orders/client/order-key.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => kept.set(name, text),
}

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', storage)
})

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
