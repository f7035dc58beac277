/** The forms of one sentence by plural category, with `{n}` where the number stands. Plain data, fit for the browser. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>>

type Translate = (key: string, values: { count: number; n: string }) => string

// One number per category that falls into it in every language of the shop.
const SAMPLES: Record<Intl.LDMLPluralRule, number> = { zero: 0, one: 1, two: 2, few: 103, many: 111, other: 100 }

/** Returns all plural forms of a message whose text takes `count` for the choice and `n` for the figure. */
export function pluralForms(translate: Translate, key: string, tag: string): PluralForms {
  const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories

  return Object.fromEntries(
    categories.map((category) => [category, translate(key, { count: SAMPLES[category], n: '{n}' })]),
  )
}

/** Returns the form for a number, with the number in it. */
export function pluralText(forms: PluralForms, count: number, tag: string): string {
  const form = forms[new Intl.PluralRules(tag).select(count)] ?? forms.other ?? '{n}'

  return fillText(form, { n: new Intl.NumberFormat(tag).format(count) })
}

/** Returns a text with its `{names}` replaced. A name without a value stays visible, so that it is noticed. */
export function fillText(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
