import { serve } from '#lib/core/http/route.ts'
import { sendTestMail } from '#lib/mail/commands/send-test-mail.ts'
import { sendTestMailCall } from '#lib/mail/schema.ts'

export const POST = serve(sendTestMailCall, ({ caller, body }) => sendTestMail(caller, body))
