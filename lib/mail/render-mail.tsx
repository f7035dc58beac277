import { render } from 'react-email'
import type { Locale } from '#lib/i18n/config.ts'
import { composeMail } from '#lib/mail/compose/compose-mail.ts'
import { MailLayout } from '#lib/mail/layout.tsx'
import type { MailKind, MailProps } from '#lib/mail/mail-props.ts'
import { toPlainText } from '#lib/mail/plain-text.ts'
import { createWriter } from '#lib/mail/writer.ts'

/** A mail that is ready to be sent. */
export type RenderedMail = { subject: string; html: string; text: string }

/**
 * Returns subject, HTML and plain text of a mail, all three with the same words.
 *
 * Throws when an activation code got into any of them: better no mail than a code in a mailbox.
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
  const mail = { subject, html, text: toPlainText(content, trialLine) }
  assertNoCode(mail)

  return mail
}

function assertNoCode({ subject, html, text }: RenderedMail): void {
  const hasCode = [subject, html, text].some((part) => /LPA:\s*\d/i.test(part))
  const hasIccid = /(?<!\d)89\d{16,18}(?!\d)/.test(subject)
  if (hasCode || hasIccid) throw new Error('A mail would have carried an activation code or an ICCID.')
}
