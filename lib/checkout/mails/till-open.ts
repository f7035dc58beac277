import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeTillOpen(writer: Writer, props: MailProps['till_open']): MailContent {
  const { t, isolate } = writer
  const shop = isolate(props.shop.name)

  return {
    subject: t('tillOpen.subject', { shop }),
    preview: t('tillOpen.preview'),
    heading: t('tillOpen.heading'),
    reference: null,
    blocks: [
      { type: 'paragraph', text: t('tillOpen.body', { shop }) },
      { type: 'action', label: t('tillOpen.action'), url: props.url },
    ],
    footer: [t('tillOpen.why', { shop })],
  }
}
