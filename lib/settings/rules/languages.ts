import type { Locale } from '#lib/core/i18n/config.ts'

/** A language as staff see it: of how many texts it has how many, and how many of them are the store's own. */
export type LanguageView = {
  locale: Locale
  isShipped: boolean
  /** `preview`: its pages can be opened by their addresses, and nothing leads to them. */
  state: 'shown' | 'preview' | 'off'
  version: number
  own: number
  /** Of each file of texts, as `shop` or `mail`. */
  parts: { name: string; done: number; total: number }[]
}

export const LANGUAGE_FILE_FORMS = ['xliff', 'json'] as const
export type LanguageFileForm = (typeof LANGUAGE_FILE_FORMS)[number]

/** The longest file that is taken, in bytes; all texts of the shop in XLIFF are less than half of it. */
export const LANGUAGE_FILE_BYTES = 2_000_000
