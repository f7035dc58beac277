import type { RuleForm, RuleTerms } from '#lib/pricing/rules/pricing-edit.ts'

/** The form of a new rule. */
export const EMPTY_FORM: RuleForm = {
  way: 'cost_plus',
  percent: '',
  add: '',
  fixed: '',
  rounding: '',
  floorPercent: '',
  floorSum: '',
}

/** Returns a rule as its form shows it. Sums are main units with a point, which every language of the form reads. */
export function toForm(terms: RuleTerms | null, sumOf: (minor: number) => string): RuleForm {
  if (!terms) return EMPTY_FORM
  const sum = (minor: number | null) => (minor === null ? '' : sumOf(minor))

  return {
    way: terms.fixedMinor === null ? 'cost_plus' : 'price',
    percent: terms.percent ?? '',
    add: sum(terms.addMinor),
    fixed: sum(terms.fixedMinor),
    rounding: terms.rounding ?? '',
    floorPercent: terms.floorPercent ?? '',
    floorSum: sum(terms.floorMinor),
  }
}
