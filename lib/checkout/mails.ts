import type { MailContent, MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeSalesResumed(writer: Writer, props: MailProps['till_open']): MailContent {
  const { t, isolate } = writer
  const shop = isolate(props.shop.name)

  return {
    subject: t('salesResumed.subject', { shop }),
    preview: t('salesResumed.preview'),
    heading: t('salesResumed.heading'),
    reference: null,
    blocks: [
      { type: 'paragraph', text: t('salesResumed.body', { shop }) },
      { type: 'action', label: t('salesResumed.action'), url: props.url },
    ],
    footer: [t('salesResumed.why', { shop })],
  }
}
