import { z } from 'zod'
import { requirePermission } from '#lib/domain/caller.ts'
import { MAIL_KINDS } from '#lib/domain/mail-kinds.ts'
import { parseInput } from '#lib/http/request.ts'
import { read } from '#lib/http/route.ts'
import { LOCALES } from '#lib/i18n/config.ts'
import { renderMail } from '#lib/mail/render-mail.tsx'
import { sampleMails } from '#lib/mail/sample-mails.ts'
import { getMailShop } from '#lib/queries/mail-shop.ts'

const ASKED = z.object({ lang: z.enum(LOCALES).catch('en'), form: z.enum(['html', 'text']).catch('html') })
// A mail brings its colours inline and runs nothing.
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; sandbox"

/** GET /api/admin/settings/mails/[kind]?lang=de&form=html|text: a mail as it is sent, with made-up contents. */
export const GET = read(
  { caller: 'staff', params: z.object({ kind: z.enum(MAIL_KINDS) }), reply: z.never() },
  async ({ caller, params: { kind }, request }) => {
    requirePermission(caller, 'settings.change')
    const { lang, form } = parseInput(ASKED, Object.fromEntries(new URL(request.url).searchParams))
    const { html, text } = await renderMail(kind, sampleMails(await getMailShop())[kind] as never, lang)

    return new Response(form === 'html' ? html : text, {
      headers: {
        'content-type': form === 'html' ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
        'content-security-policy': POLICY,
        'cache-control': 'private, no-store',
      },
    })
  },
)
