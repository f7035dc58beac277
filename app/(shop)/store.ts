import type { Locale } from '#lib/i18n/config.ts'
import { getStore } from '#lib/queries/store-facts.ts'

/** What the settings say about the shop. */
export const storeFacts = getStore

/** Tells whether the shop has this language: one that is switched off has no pages. */
export async function isShown(locale: Locale): Promise<boolean> {
  return (await getStore()).languages.includes(locale)
}
