import { z } from 'zod'
import { requestReset } from '#lib/auth/commands/reset-password.ts'
import { takeMail } from '#lib/auth/guess-limit.ts'
import { mutation } from '#lib/core/http/route.ts'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'

/** POST /api/sign-in/reset: mails a link for a new password. The answer is the same whether anybody has the address. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'reset',
    params: z.object({}),
    body: z.strictObject({ email: z.email().max(254).trim().toLowerCase() }),
    reply: z.object({}),
  },
  async ({ body }) => {
    // Counted for every address alike, known or not.
    await takeMail('reset', body.email)
    await requestReset({ email: body.email, locale: await privateLocale() })

    return {}
  },
)
