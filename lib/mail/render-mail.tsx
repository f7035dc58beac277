import { render } from 'react-email'
import type { Locale } from '#lib/core/i18n/config.ts'
import { QR_CID } from '#lib/mail/blocks.tsx'
import { composeMail } from '#lib/mail/compose/compose-mail.ts'
import { MailLayout } from '#lib/mail/layout.tsx'
import type { MailKind, MailProps } from '#lib/mail/mail-props.ts'
import type { MailPicture } from '#lib/mail/mailer.ts'
import { toPlainText } from '#lib/mail/plain-text.ts'
import { qrPng } from '#lib/mail/qr-png.ts'
import { createWriter } from '#lib/mail/writer.ts'

/** A mail that is ready to be sent. */
export type RenderedMail = { subject: string; html: string; text: string; pictures: MailPicture[] }

/**
 * Returns subject, HTML and plain text of a mail, all three with the same words, and the pictures its HTML shows.
 *
 * Throws when an activation code got into any of them: better no mail than a code in a mailbox. `esim_copy` alone holds
 * the one code that it is about, never in its subject.
 */
export async function renderMail<Kind extends MailKind>(
  kind: Kind,
  props: MailProps[Kind],
  locale: Locale,
): Promise<RenderedMail> {
  const writer = createWriter(locale, 'order' in props ? props.order.timeZone : props.timeZone)
  const content = composeMail(kind, props, writer)
  const trialLine = props.shop.isTrial ? writer.t('layout.trial') : null
  const html = await render(<MailLayout content={content} shop={props.shop} trialLine={trialLine} locale={locale} />)
  // A line break in a name of the catalogue must not become a header of its own.
  const subject = content.subject.replace(/\s+/g, ' ').trim()
  const codes = content.blocks.filter((block) => block.type === 'qr')
  const pictures = codes.map(({ code, file }) => ({ cid: QR_CID, name: file, type: 'image/png', bytes: qrPng(code) }))
  const mail = { subject, html, text: toPlainText(content, trialLine), pictures }
  const own = kind === 'esim_copy' ? (props as MailProps['esim_copy']).code : null
  assertNoCode(mail, own)
  if (codes.some(({ code }) => code !== own?.activationCode)) throw new Error('A mail would have drawn a code.')

  return mail
}

function assertNoCode({ subject, html, text }: RenderedMail, own: MailProps['esim_copy']['code'] | null): void {
  const bodies = [html, text].map((body) => (own ? body.replaceAll(own.activationCode, '') : body))
  const hasCode = [subject, ...bodies].some((part) => /LPA:\s*\d/i.test(part))
  const isTold = own !== null && own.matchingId !== '' && subject.includes(own.matchingId)
  const hasIccid = /(?<!\d)89\d{16,18}(?!\d)/.test(subject)
  if (hasCode || isTold || hasIccid) throw new Error('A mail would have carried an activation code or an ICCID.')
}
