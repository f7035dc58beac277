import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { LOCALES } from '#lib/core/i18n/config.ts'
import { sendTestMail } from '#lib/mail/commands/send-test-mail.ts'
import { MAIL_KINDS } from '#lib/mail/rules/mail-kinds.ts'

/** POST /api/admin/settings/test-mail: sends a mail with made-up contents to whoever asks, on the way of all mails. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({ kind: z.enum(MAIL_KINDS), locale: z.enum(LOCALES) }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await sendTestMail(caller, body)

    return {}
  },
)
