import { parseAmountInput } from '#lib/core/rules/amount-input.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { compareDecimals, type Decimal, decimal, parseDecimal } from '#lib/core/rules/decimal.ts'
import type { PriceRounding, PriceRule } from '#lib/pricing/rules/pricing.ts'
import { isRuleScope, type RuleScope, scopeId } from '#lib/pricing/rules/pricing-scope.ts'

/** What a rule says, without whom it speaks about. */
export type RuleTerms = Omit<PriceRule, 'scope' | 'scopeKey' | 'version'>

/** A change of one rule; `terms` null takes it away. `base` is the version that it was made from, null for a new rule. */
export type RuleEdit = RuleScope & { terms: RuleTerms | null; base: number | null }

/** What a person typed into the form of a rule. Empty text means: not given. */
export type RuleForm = {
  way: 'cost_plus' | 'price'
  percent: string
  add: string
  fixed: string
  rounding: PriceRounding | ''
  floorPercent: string
  floorSum: string
}

/** Fields of the form that hold what is no amount, and what is missing. */
export type RuleProblem = 'percent' | 'add' | 'fixed' | 'floorPercent' | 'floorSum' | 'nothing'

const MAX_PERCENT = decimal(1_000)
const LEAST_PARTS = decimal('0.0001')

/**
 * Returns what a form says, or which of its fields cannot be read.
 *
 * A decimal comma counts as a point; what could be read in two ways (`1,234`) is a problem, never a guess.
 */
export function parseRuleForm(
  form: RuleForm,
  currency: CurrencyCode,
): { terms: RuleTerms; problems: [] } | { terms: null; problems: RuleProblem[] } {
  const isPrice = form.way === 'price'
  const percent = isPrice ? null : readPercent(form.percent, MAX_PERCENT)
  const add = isPrice ? null : readSum(form.add, currency)
  const fixed = isPrice ? readSum(form.fixed, currency) : null
  const floorPercent = readPercent(form.floorPercent, decimal(100))
  const floorSum = readSum(form.floorSum, currency)
  const problems = Object.entries({ percent, add, fixed, floorPercent, floorSum }).flatMap(([name, value]) =>
    value === 'unreadable' ? [name as RuleProblem] : [],
  )
  const isEmptyEdit = isPrice ? fixed === null || fixed === 0 : percent === null && add === null
  if (isEmptyEdit) problems.push(isPrice ? 'fixed' : 'nothing')
  if (problems.length > 0) return { terms: null, problems }

  return {
    terms: {
      percent: known(percent),
      addMinor: known(add),
      fixedMinor: known(fixed),
      rounding: form.rounding === '' ? null : form.rounding,
      floorPercent: known(floorPercent),
      floorMinor: known(floorSum),
    },
    problems: [],
  }
}

/** Returns the rules as they are after the edits. New rules get the version. */
export function applyEdits(rules: readonly PriceRule[], edits: readonly RuleEdit[], version: number): PriceRule[] {
  const edited = new Set(edits.map(scopeId))
  const made = edits.flatMap(({ scope, scopeKey, terms }) => (terms ? [{ ...terms, scope, scopeKey, version }] : []))

  return [...rules.filter((rule) => !edited.has(scopeId(rule))), ...made]
}

/** Returns the edits whose rule is no longer the one that they were made from. */
export function conflictingEdits(rules: readonly PriceRule[], edits: readonly RuleEdit[]): RuleEdit[] {
  const versions = new Map(rules.map((rule) => [scopeId(rule), rule.version]))

  return edits.filter((edit) => (versions.get(scopeId(edit)) ?? null) !== edit.base)
}

/** Returns the terms of the rule of a scope, `null` when there is none. */
export function termsOf(rules: readonly PriceRule[], scope: RuleScope): { terms: RuleTerms; version: number } | null {
  const rule = rules.find((one) => scopeId(one) === scopeId(scope))
  if (!rule) return null
  const { scope: _, scopeKey: __, version, ...terms } = rule

  return { terms, version }
}

/** Tells whether an edit may stand: its scope exists, and the rule for everything else stays. */
export function isPossibleEdit(edit: RuleScope & { terms: RuleTerms | null }): boolean {
  return isRuleScope(edit) && (edit.scope !== 'global' || edit.terms !== null)
}

/** Returns the exact percentage that a person typed, from 0 to below `below`; `null` when none was. */
export function readPercent(text: string, below: Decimal): Decimal | null | 'unreadable' {
  if (text.trim() === '') return null
  const value = /^[\d.,\s]+$/.test(text) ? parseDecimal(text) : null
  const isExact = value !== null && (value.split('.')[1]?.length ?? 0) <= (LEAST_PARTS.split('.')[1]?.length ?? 0)

  return isExact && compareDecimals(value, below) < 0 ? value : 'unreadable'
}

function readSum(text: string, currency: CurrencyCode): number | null | 'unreadable' {
  if (text.trim() === '') return null
  // Zero is a floor that somebody may want, though no price.
  if (/^0+([.,]0+)?$/.test(text.trim())) return 0
  const amount = parseAmountInput(text, currency)

  return amount !== null && amount.minor <= MAX_MINOR ? amount.minor : 'unreadable'
}

const MAX_MINOR = 1_000_000_000

function known<Value>(value: Value | null | 'unreadable'): Value | null {
  return value === 'unreadable' ? null : value
}
