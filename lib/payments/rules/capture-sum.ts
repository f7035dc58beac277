import { type ItemState, isReadyForCapture, isWorthCapturing } from '#lib/orders/rules/item-states.ts'

/** A line as a capture counts it: where it stands, and its part of what was paid, in minor units. */
export type CapturedItem = { id: string; state: ItemState; priceMinor: number }

/** Tells whether nothing is left to wait for: every item was bought, or never will be. */
export function isAllDecided(items: readonly Pick<CapturedItem, 'state'>[]): boolean {
  return items.every(({ state }) => isReadyForCapture(state))
}

/** Returns the items that a capture leaves out: proven failed before it. Every other line is taken, bought or open. */
export function leftOutOf<OrderItem extends Pick<CapturedItem, 'state'>>(items: readonly OrderItem[]): OrderItem[] {
  return items.filter(({ state }) => !isWorthCapturing(state))
}

/**
 * Returns the items whose prices are missing in a sum that was taken; `null` when that is none or not exactly one set.
 *
 * For a sum that was taken by somebody who cannot tell us what for: a database older than the capture.
 */
export function guessLeftOut<OrderItem extends Pick<CapturedItem, 'priceMinor'>>(
  items: readonly OrderItem[],
  takenMinor: number,
): OrderItem[] | null {
  const missing = items.reduce((sum, { priceMinor }) => sum + priceMinor, 0) - takenMinor
  const sets = subsetsOf(items).filter((set) => set.reduce((sum, { priceMinor }) => sum + priceMinor, 0) === missing)
  const [only] = sets

  return only && sets.length === 1 && only.length > 0 ? only : null
}

// An order has ten lines at most: a thousand sets, one for each number whose bits say which lines are in.
function subsetsOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: 2 ** items.length }, (_, bits) => items.filter((_item, index) => (bits >> index) & 1))
}
