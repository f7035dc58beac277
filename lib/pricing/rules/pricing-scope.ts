import { SHELVES, type Shelf } from '#lib/settings/rules/shop.ts'

/** What a rule speaks about, from the widest to the most specific. */
export const PRICE_SCOPES = ['global', 'shelf', 'destination', 'kind', 'plan'] as const
export type PriceScope = (typeof PRICE_SCOPES)[number]

/** What one rule speaks about. `scopeKey` is empty, a shelf, a SKU number, a kind, or a plan id. */
export type RuleScope = { scope: PriceScope; scopeKey: string }

/**
 * A kind of plan: `fixed`, `day_pass`, or every plan of at least so many megabytes. `skuId` keeps it to one
 * destination. As a key: `day_pass`, `size:20480`, `26/day_pass`.
 */
export type KindKey = { skuId: number | null; kind: 'fixed' | 'day_pass' } | { skuId: number | null; minMb: number }

type Subject = { planId: string; skuId: number; shelf: Shelf; kind: string; megabytes: number }

const KIND = /^(?:(\d{1,9})\/)?(?:(fixed|day_pass)|size:([1-9]\d{0,8}))$/

/** Returns the kind that a key names, `null` when it is none. */
export function parseKindKey(key: string): KindKey | null {
  const match = KIND.exec(key)
  if (!match) return null
  const skuId = match[1] === undefined ? null : Number(match[1])
  if (match[2] === 'fixed' || match[2] === 'day_pass') return { skuId, kind: match[2] }

  return { skuId, minMb: Number(match[3]) }
}

/** Returns the key of a kind. */
export function kindKey(kind: KindKey): string {
  const what = 'kind' in kind ? kind.kind : `size:${kind.minMb}`

  return kind.skuId === null ? what : `${kind.skuId}/${what}`
}

/** Tells whether a key is one of its scope. */
export function isRuleScope({ scope, scopeKey }: RuleScope): boolean {
  if (scope === 'global') return scopeKey === ''
  if (scope === 'shelf') return (SHELVES as readonly string[]).includes(scopeKey)
  if (scope === 'destination') return /^[1-9]\d{0,8}$/.test(scopeKey)
  if (scope === 'kind') return parseKindKey(scopeKey) !== null

  return /^pln_\w{1,40}$/.test(scopeKey)
}

/** Tells whether a rule of this scope fits a plan. */
export function speaksAbout({ scope, scopeKey }: RuleScope, subject: Subject): boolean {
  if (scope === 'global') return true
  if (scope === 'shelf') return scopeKey === subject.shelf
  if (scope === 'destination') return scopeKey === String(subject.skuId)
  if (scope === 'plan') return scopeKey === subject.planId
  const kind = parseKindKey(scopeKey)
  if (!kind || (kind.skuId !== null && kind.skuId !== subject.skuId)) return false

  return 'kind' in kind ? kind.kind === subject.kind : subject.megabytes >= kind.minMb
}

const SCOPE_STEP = 2 ** 34
const SKU_STEP = 2 ** 33
const SIZE_STEP = 2 ** 32

/**
 * Returns how specific a scope is: the larger number wins.
 *
 * Among kinds one of a destination goes before one of all, a size before a kind, and the larger size before the smaller.
 */
export function specificity({ scope, scopeKey }: RuleScope): number {
  const base = PRICE_SCOPES.indexOf(scope) * SCOPE_STEP
  const kind = scope === 'kind' ? parseKindKey(scopeKey) : null
  if (!kind) return base

  return base + (kind.skuId === null ? 0 : SKU_STEP) + ('minMb' in kind ? SIZE_STEP + kind.minMb : 0)
}

/** Returns one text for a scope, such as `shelf|asia`, fit as a key. */
export function scopeId({ scope, scopeKey }: RuleScope): string {
  return `${scope}|${scopeKey}`
}
