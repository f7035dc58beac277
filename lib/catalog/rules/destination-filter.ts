import { z } from 'zod'
import { DESTINATION_STATES } from '#lib/catalog/rules/admin-destination.ts'
import { DEFAULT_LOCALE, LOCALES } from '#lib/core/i18n/config.ts'
import { SHELVES } from '#lib/settings/rules/shop.ts'

/** What the address of the list of destinations says. Whatever cannot be read is left out, never an error. */
export const destinationFilterSchema = z.object({
  q: z.string().max(80).catch(''),
  shelf: z.enum(SHELVES).nullable().catch(null),
  state: z.enum(DESTINATION_STATES).nullable().catch(null),
})
export type DestinationFilter = z.output<typeof destinationFilterSchema>

/** What the address of its file says: places are searched, and called, as they are in a language. */
export const destinationExportSchema = destinationFilterSchema.extend({ locale: z.enum(LOCALES).catch(DEFAULT_LOCALE) })
