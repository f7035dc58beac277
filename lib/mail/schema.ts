import { z } from 'zod'
import { LOCALE_SHAPE } from '#lib/core/i18n/config.ts'
import { defineCall } from '#lib/core/rules/contract.ts'
import { MAIL_KINDS } from '#lib/mail/rules/mail-kinds.ts'

export const previewMailCall = defineCall('GET /api/admin/settings/mails/[kind]', {
  summary: 'A mail as it is sent, with made-up contents.',
  caller: 'staff',
  permission: 'settings.change',
  query: z.object({ lang: z.string().regex(LOCALE_SHAPE).catch('en'), form: z.enum(['html', 'text']).catch('html') }),
  media: 'text/html',
})

export const sendTestMailCall = defineCall('POST /api/admin/settings/test-mail', {
  summary: 'Sends a mail with made-up contents to whoever asks, on the way of all mails.',
  caller: 'staff',
  permission: 'settings.change',
  body: z.strictObject({ kind: z.enum(MAIL_KINDS), locale: z.string().regex(LOCALE_SHAPE) }),
})
