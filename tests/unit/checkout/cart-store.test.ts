import { beforeEach, expect, test, vi } from 'vitest'
import { readCart, writeCart } from '#lib/checkout/client/cart-store.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => kept.set(name, text),
  removeItem: (name: string) => kept.delete(name),
}
const refuse = () => {
  throw new DOMException('full', 'QuotaExceededError')
}
const one = { planId: 'pln_1', count: 1 }
const two = { planId: 'pln_2', count: 2 }

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', storage)
  writeCart([])
})

test('a cart that no longer fits into the browser lives as long as the page', () => {
  writeCart([one])
  vi.stubGlobal('localStorage', { ...storage, setItem: refuse })

  writeCart([one, two])

  expect(readCart()).toEqual([one, two])
})

test('a browser that keeps nothing has a cart as long as the page', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })

  writeCart([one])
  expect(readCart()).toEqual([one])
  writeCart([])
  expect(readCart()).toEqual([])
})

test('once there is room again, what another tab puts into the cart is read', () => {
  vi.stubGlobal('localStorage', { ...storage, setItem: refuse })
  writeCart([one])
  vi.stubGlobal('localStorage', storage)
  writeCart([two])

  storage.setItem('cart', JSON.stringify([one]))

  expect(readCart()).toEqual([one])
})
