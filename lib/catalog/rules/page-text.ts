/** What the store itself says of a destination in one language; `null` where nobody has said anything. */
export type OwnTexts = {
  locale: string
  name: string | null
  text: string | null
  pageTitle: string | null
  pageDescription: string | null
}

/** What may stand in a title or description of a destination, in braces: it is filled in when the page is made. */
export const PLACEHOLDERS = ['destination', 'store', 'price'] as const
export type PageValues = Record<(typeof PLACEHOLDERS)[number], string | null>

/** How many characters search engines show, and how many are taken at the most. */
export const PAGE_TEXT_LENGTHS = {
  pageTitle: { shown: 60, max: 100 },
  pageDescription: { shown: 155, max: 320 },
} as const
export type PageTextKind = keyof typeof PAGE_TEXT_LENGTHS

/** Returns the first part of a text that looks like a placeholder and is none: an unknown name, or a lone brace. */
export function strangePlaceholder(text: string): string | null {
  const known = new RegExp(`\\{(?:${PLACEHOLDERS.join('|')})\\}`, 'g')

  return /\{[^{}]*\}?|\}/.exec(text.replaceAll(known, ''))?.[0] ?? null
}

/** Returns a text with its placeholders filled in; `null` when a value that it names is not there, as a price of nothing. */
export function fillPageText(text: string, values: PageValues): string | null {
  const isWhole = PLACEHOLDERS.every((name) => values[name] !== null || !text.includes(`{${name}}`))

  return isWhole
    ? PLACEHOLDERS.reduce((said, name) => said.replaceAll(`{${name}}`, () => values[name] ?? ''), text)
    : null
}

/** How long a text is once its placeholders are filled in, in characters as a reader counts them. */
export function pageTextLength(text: string, values: PageValues): number {
  return [...(fillPageText(text.trim(), values) ?? text.trim())].length
}

/** Whether a text would be refused: `placeholder` for a name that means nothing, `length` beyond the hard limit. */
export function pageTextProblem(kind: PageTextKind, text: string, values: PageValues): 'placeholder' | 'length' | null {
  if (strangePlaceholder(text) !== null) return 'placeholder'
  const { max } = PAGE_TEXT_LENGTHS[kind]

  return Math.max(pageTextLength(text, values), text.trim().length) > max ? 'length' : null
}
