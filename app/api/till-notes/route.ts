import { z } from 'zod'
import { currentCustomer } from '#lib/auth/account-session.ts'
import { askTillNote } from '#lib/checkout/commands/till-notes.ts'
import { mutation } from '#lib/core/http/route.ts'
import { LOCALES } from '#lib/core/i18n/config.ts'

/** POST /api/till-notes: one mail when payments are taken again, unless they are already, to whoever reads that address. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'messages',
    params: z.object({}),
    body: z.strictObject({ email: z.email().max(254), locale: z.enum(LOCALES) }),
    reply: z.object({ isOpen: z.boolean() }),
  },
  async ({ body }) => {
    const customer = await currentCustomer()

    return askTillNote(body, { provenEmail: customer?.email ?? null })
  },
)
