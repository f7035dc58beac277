import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeAccountReset(writer: Writer, props: MailProps['account_reset']): MailContent {
  const { t, isolate, instant } = writer
  const shop = isolate(props.shop.name)

  return {
    subject: t('accountReset.subject', { shop }),
    preview: t('accountReset.preview'),
    heading: t('accountReset.heading'),
    reference: null,
    blocks: [
      { type: 'paragraph', text: t('accountReset.body', { shop }) },
      { type: 'action', label: t('accountReset.action'), url: props.url },
      { type: 'paragraph', text: t('accountReset.until', { until: instant(props.until) }) },
      { type: 'note', tone: 'good', text: t('accountReset.without') },
    ],
    footer: [t('accountReset.why')],
  }
}
