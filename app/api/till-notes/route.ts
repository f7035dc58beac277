import { z } from 'zod'
import { askTillNote } from '#lib/checkout/commands/till-notes.ts'
import { mutation } from '#lib/core/http/route.ts'
import { LOCALES } from '#lib/core/i18n/config.ts'

/** POST /api/till-notes: one mail when payments are taken again, unless they are already. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'messages',
    params: z.object({}),
    body: z.strictObject({ email: z.email().max(254), locale: z.enum(LOCALES) }),
    reply: z.object({ isOpen: z.boolean() }),
  },
  ({ body }) => askTillNote(body),
)
