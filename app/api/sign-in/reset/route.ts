import { requestReset } from '#lib/auth/commands/access-links.ts'
import { takeMail } from '#lib/auth/limits.ts'
import { requestResetCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'

export const POST = serve(requestResetCall, async ({ body }) => {
  // Counted for every address alike, known or not.
  await takeMail('reset', body.email)
  await requestReset({ email: body.email, locale: await privateLocale() })
})
