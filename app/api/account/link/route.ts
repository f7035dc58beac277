import { z } from 'zod'
import { requestSignInLink } from '#lib/auth/commands/sign-in-link.ts'
import { takeMail } from '#lib/auth/guess-limit.ts'
import { mutation } from '#lib/core/http/route.ts'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'

/** POST /api/account/link: mails a link that signs in. The answer is the same whether the address is known. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'signInLink',
    params: z.object({}),
    body: z.strictObject({ email: z.email().max(254).trim().toLowerCase() }),
    reply: z.object({}),
  },
  async ({ body }) => {
    // Counted for every address alike, known or not.
    await takeMail('sign-in', body.email)
    await requestSignInLink({ email: body.email, locale: await privateLocale() })

    return {}
  },
)
