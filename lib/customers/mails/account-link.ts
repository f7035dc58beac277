import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeAccountLink(writer: Writer, props: MailProps['account_link']): MailContent {
  const { t, isolate, instant } = writer
  const shop = isolate(props.shop.name)

  return {
    subject: t('accountLink.subject', { shop }),
    preview: t('accountLink.preview'),
    heading: t('accountLink.heading'),
    reference: null,
    blocks: [
      { type: 'paragraph', text: t('accountLink.body', { shop }) },
      { type: 'action', label: t('accountLink.action'), url: props.url },
      { type: 'paragraph', text: t('accountLink.until', { until: instant(props.until) }) },
    ],
    footer: [t('accountLink.why')],
  }
}
