import type { PlanNetwork } from '#lib/catalog/rules/plan.ts'
import type { Generation, Network } from '#lib/settings/rules/shop.ts'

const GENERATIONS: readonly Generation[] = ['2G', '3G', '4G', '5G']
const WORDS: [pattern: RegExp, generation: Generation][] = [
  [/5G|NR/i, '5G'],
  [/4G|LTE/i, '4G'],
  [/3G|UMTS|HSPA|WCDMA/i, '3G'],
  [/2G|GSM|EDGE|GPRS/i, '2G'],
]

/** Returns the generation that the provider's word for a technology means, `null` when it is not one we know. */
export function toGeneration(word: string | null): Generation | null {
  return word === null ? null : (WORDS.find(([pattern]) => pattern.test(word))?.[1] ?? null)
}

/** Returns the better of two generations; one that is not known loses. */
export function betterGeneration(a: Generation | null, b: Generation | null): Generation | null {
  if (a === null || b === null) return a ?? b

  return GENERATIONS.indexOf(a) >= GENERATIONS.indexOf(b) ? a : b
}

/**
 * Returns every operator of several lists once, with the best generation named for it, in the order of their first
 * mention. `null` when no list names any: then the networks are not stated.
 */
export function mergeNetworks(lists: readonly (readonly PlanNetwork[] | null)[]): Network[] | null {
  const byOperator = new Map<string, Generation | null>()
  for (const { operator, generation } of lists.flatMap((list) => list ?? [])) {
    byOperator.set(operator, betterGeneration(byOperator.get(operator) ?? null, toGeneration(generation)))
  }
  if (byOperator.size === 0) return null

  return [...byOperator].map(([operator, generation]) => ({ operator, generation }))
}
