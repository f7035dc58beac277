/** The forms of one sentence by plural category, with `{n}` where the number stands. Plain data, fit for the browser. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>>

type Translate = (key: string, values: { count: number; n: string }) => string

// In every language each category has one of these; the whole ones that are not round come first.
const SAMPLES = [1, 2, 3, 0, 5, 11, 103, 111, 100, 1_000_000, 1.5]

/** Returns all plural forms of a message whose text takes `count` for the choice and `n` for the figure. */
export function pluralForms(translate: Translate, key: string, tag: string): PluralForms {
  const rules = new Intl.PluralRules(tag)
  const countOf = (category: string) => SAMPLES.find((count) => rules.select(count) === category) ?? 100

  return Object.fromEntries(
    rules
      .resolvedOptions()
      .pluralCategories.map((category) => [category, translate(key, { count: countOf(category), n: '{n}' })]),
  )
}

/** The texts of some messages, by key. */
export function words<const Key extends string>(translate: (key: Key) => string, ...keys: Key[]): Record<Key, string> {
  return Object.fromEntries(keys.map((key) => [key, translate(key)])) as Record<Key, string>
}

/** All plural forms of some messages, by key. */
export function forms<const Key extends string>(
  translate: Translate,
  tag: string,
  ...keys: Key[]
): Record<Key, PluralForms> {
  return Object.fromEntries(keys.map((key) => [key, pluralForms(translate, key, tag)])) as Record<Key, PluralForms>
}

/**
 * Returns the form for a number, with the number in it. The first number format that a browser makes takes a phone a tenth
 * of a second, so figures that have no groups do without: those of all tags of `intlTag` are the same.
 */
export function pluralText(forms: PluralForms, count: number, tag: string): string {
  const form = forms[new Intl.PluralRules(tag).select(count)] ?? forms.other ?? '{n}'
  const isPlain = Number.isInteger(count) && count >= 0 && count < 1000

  return fillText(form, { n: isPlain ? `${count}` : new Intl.NumberFormat(tag).format(count) })
}

/** Returns a text with its `{names}` replaced. A name without a value stays visible, so that it is noticed. */
export function fillText(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
