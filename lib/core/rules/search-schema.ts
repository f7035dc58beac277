import { z } from 'zod'
import { DEFAULT_LOCALE, LOCALES } from '#lib/core/i18n/config.ts'

/** What the address of a list says whose rows are only searched. Whatever cannot be read is left out, never an error. */
export const searchSchema = z.object({ q: z.string().trim().max(80).catch('') })

/** What the address of its file says: places are searched, and called, as they are in a language. */
export const searchInLocaleSchema = searchSchema.extend({ locale: z.enum(LOCALES).catch(DEFAULT_LOCALE) })
