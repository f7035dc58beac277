import { z } from 'zod'
import { MAIL_KINDS } from '#lib/domain/mail-kinds.ts'
import { mutation } from '#lib/http/route.ts'
import { LOCALES } from '#lib/i18n/config.ts'
import { sendTestMail } from '#lib/services/settings/send-test-mail.ts'

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
