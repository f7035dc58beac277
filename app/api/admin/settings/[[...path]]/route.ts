import { publishLegalText } from '#lib/content/commands/publish-legal.ts'
import { answering, serve } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { requirePermission } from '#lib/core/rules/caller.ts'
import { sendTestMail } from '#lib/mail/commands/send-test-mail.ts'
import { renderMail } from '#lib/mail/render-mail.tsx'
import { MAIL_KINDS } from '#lib/mail/rules/mail-kinds.ts'
import { sampleMails } from '#lib/mail/sample-mails.ts'
import { previewMailCall, sendTestMailCall } from '#lib/mail/schema.ts'
import { setCapability } from '#lib/provider/commands/capabilities.ts'
import { setCapabilityCall } from '#lib/provider/schema.ts'
import { addLanguage, importLanguage, removeLanguageTexts } from '#lib/settings/commands/change-language.ts'
import { changeSettings } from '#lib/settings/commands/change-settings.ts'
import { setPicture } from '#lib/settings/commands/set-picture.ts'
import { getMailShop } from '#lib/settings/queries/store-details.ts'
import { exportLanguage, getOwnTexts } from '#lib/settings/queries/texts.ts'
import {
  addLanguageCall,
  changeSettingsCall,
  exportLanguageCall,
  importLanguageCall,
  publishLegalTextCall,
  removeLanguageTextsCall,
  setPictureCall,
} from '#lib/settings/schema.ts'

// A mail brings its colours inline and runs nothing.
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(setCapabilityCall, ({ caller, body }) => setCapability(caller, body)),
  serve(publishLegalTextCall, async ({ caller, body }) => ({
    version: await publishLegalText(caller, body),
  })),
  serve(addLanguageCall, ({ caller, body }) => addLanguage(caller, body.locale)),
  serve(exportLanguageCall, async ({ caller, params: { locale }, query: { form, part } }) => {
    const file = await exportLanguage(caller, { locale, form, part })
    const name = form === 'json' ? `${locale}.json` : `${locale}.xlf`

    return new Response(file, {
      headers: {
        'content-type': form === 'json' ? 'application/json; charset=utf-8' : 'application/xliff+xml; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      },
    })
  }),
  serve(importLanguageCall, ({ caller, params, body }) => importLanguage(caller, { ...params, ...body })),
  serve(removeLanguageTextsCall, ({ caller, params, body }) => removeLanguageTexts(caller, params.locale, body.seen)),
  serve(previewMailCall, async ({ caller, params, query: { lang, form } }) => {
    requirePermission(caller, 'settings.change')
    const kind = MAIL_KINDS.find((known) => known === params.kind)
    if (!kind) throw new AppError('not_found', 'There is no such mail.')
    const samples = sampleMails(await getMailShop())
    const { pictures, text, ...mail } = await renderMail(kind, samples[kind] as never, lang, await getOwnTexts(lang))
    // What travels inside the mail stands inside the page.
    const html = pictures.reduce((page, { cid, type, bytes }) => {
      return page.replaceAll(`cid:${cid}`, `data:${type};base64,${Buffer.from(bytes).toString('base64')}`)
    }, mail.html)

    return new Response(form === 'html' ? html : text, {
      headers: {
        'content-type': form === 'html' ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
        'content-security-policy': POLICY,
        'cache-control': 'private, no-store',
      },
    })
  }),
  serve(setPictureCall, async ({ caller, body: { png, ...rest } }) => ({
    hash: await setPicture(caller, { ...rest, png: typeof png === 'string' ? Buffer.from(png, 'base64') : png }),
  })),
  serve(changeSettingsCall, ({ caller, body }) => changeSettings(caller, body.changes)),
  serve(sendTestMailCall, ({ caller, body }) => sendTestMail(caller, body)),
])
