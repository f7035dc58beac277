import { z } from 'zod'
import { mutation } from '#lib/http/route.ts'
import { LOCALES } from '#lib/i18n/config.ts'
import { askTillNote } from '#lib/services/till-notes.ts'

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
