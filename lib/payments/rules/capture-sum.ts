import { isReadyForCapture, isWorthCapturing, type LineState } from '#lib/orders/rules/line-states.ts'

/** A line as a capture counts it: where it stands, and its part of what was paid, in minor units. */
export type CapturedLine = { id: string; state: LineState; priceMinor: number }

/** Tells whether nothing is left to wait for: every line was bought, or never will be. */
export function isAllDecided(lines: readonly Pick<CapturedLine, 'state'>[]): boolean {
  return lines.every(({ state }) => isReadyForCapture(state))
}

/** Returns the lines that a capture leaves out: proven failed before it. Every other line is taken, bought or open. */
export function leftOutOf<Line extends Pick<CapturedLine, 'state'>>(lines: readonly Line[]): Line[] {
  return lines.filter(({ state }) => !isWorthCapturing(state))
}

/**
 * Returns the lines whose prices are missing in a sum that was taken; `null` when that is none or not exactly one set.
 *
 * For a sum that was taken by somebody who cannot tell us what for: a database older than the capture.
 */
export function guessLeftOut<Line extends Pick<CapturedLine, 'priceMinor'>>(
  lines: readonly Line[],
  takenMinor: number,
): Line[] | null {
  const missing = lines.reduce((sum, { priceMinor }) => sum + priceMinor, 0) - takenMinor
  const sets = subsetsOf(lines).filter((set) => set.reduce((sum, { priceMinor }) => sum + priceMinor, 0) === missing)
  const [only] = sets

  return only && sets.length === 1 && only.length > 0 ? only : null
}

// An order has ten lines at most: a thousand sets, one for each number whose bits say which lines are in.
function subsetsOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: 2 ** items.length }, (_, bits) => items.filter((_item, index) => (bits >> index) & 1))
}
