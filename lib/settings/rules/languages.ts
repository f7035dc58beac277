export const LANGUAGE_FILE_FORMS = ['xliff', 'json'] as const
export type LanguageFileForm = (typeof LANGUAGE_FILE_FORMS)[number]

/** The longest file that is taken, in bytes; all texts of the shop in XLIFF are less than half of it. */
export const LANGUAGE_FILE_BYTES = 2_000_000
