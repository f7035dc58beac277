import { z } from 'zod'

/** Who an eSIM is for. An empty name is none. */
export const travellerBody = z.strictObject({ name: z.string().trim().max(80).nullable() })

/** A share that was just made, on its way to its buyer. */
export const madeShareReply = z.object({ id: z.string(), url: z.string(), pin: z.string() })
