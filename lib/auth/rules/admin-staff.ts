import { z } from 'zod'

/** What the address of the list of people says. Whatever cannot be read is left out, never an error. */
export const staffFilterSchema = z.object({ q: z.string().trim().max(254).catch('') })
export type StaffFilter = z.output<typeof staffFilterSchema>
