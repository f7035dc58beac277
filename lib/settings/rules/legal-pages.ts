/** The legal pages every shop has. */
export const LEGAL_PAGES = ['terms', 'privacy', 'withdrawal', 'imprint', 'accessibility'] as const
export type LegalPage = (typeof LEGAL_PAGES)[number]

export function isLegalPage(text: string): text is LegalPage {
  return (LEGAL_PAGES as readonly string[]).includes(text)
}

/** How long a legal text may be, in characters. */
export const MAX_LEGAL_TEXT = 50_000
