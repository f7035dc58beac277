import { storedText } from '#lib/core/client/stored-text.ts'

/** A line of the cart as this browser remembers it: what was chosen, never what it costs. */
export type CartInput = { planId: string; count: number; days?: number; startDate?: string }

const cart = storedText('cart', 'localStorage')

let last: { text: string; items: readonly CartInput[] } = { text: '', items: [] }

/** Returns the items of the cart, the same array for as long as nothing changes. */
export function readCart(): readonly CartInput[] {
  const text = cart.read()
  if (text !== last.text) last = { text, items: parse(text) }

  return last.items
}

/** Puts other items into the cart, and tells everybody who shows it. */
export function writeCart(items: readonly CartInput[]): void {
  cart.write(items.length === 0 ? '' : JSON.stringify(items))
}

/** Returns how many eSIMs are in the cart. */
export function countCart(): number {
  return readCart().reduce((sum, { count }) => sum + count, 0)
}

/** Calls back when the cart changes, in this tab or another. Returns how to stop that. */
export const subscribeCart = cart.subscribe

function parse(text: string): CartInput[] {
  try {
    const items: unknown = JSON.parse(text || '[]')

    return Array.isArray(items) ? items.flatMap(toInput) : []
  } catch {
    return []
  }
}

function toInput(item: unknown): CartInput[] {
  if (typeof item !== 'object' || item === null) return []
  const { planId, count, days, startDate } = item as Record<string, unknown>
  if (typeof planId !== 'string' || typeof count !== 'number' || !Number.isSafeInteger(count) || count < 1) return []

  return [
    {
      planId,
      count,
      ...(typeof days === 'number' ? { days } : {}),
      ...(typeof startDate === 'string' ? { startDate } : {}),
    },
  ]
}
