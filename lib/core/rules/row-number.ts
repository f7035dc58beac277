import { z } from 'zod'

/** A number that an address names a row by: above zero, and no larger than its column. */
export const rowNumber = z.coerce.number().int().positive().max(2_147_483_647)
