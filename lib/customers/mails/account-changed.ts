import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeAccountChanged(writer: Writer, props: MailProps['account_changed']): MailContent {
  const { t, isolate, instant } = writer
  const shop = isolate(props.shop.name)
  const { supportEmail } = props.shop

  return {
    subject: t('accountChanged.subject', { shop }),
    preview: t(`accountChanged.what.${props.change}`),
    heading: t('accountChanged.heading'),
    reference: null,
    blocks: [
      { type: 'paragraph', text: t(`accountChanged.what.${props.change}`) },
      { type: 'paragraph', text: t('accountChanged.when', { at: instant(props.at) }) },
      { type: 'note', tone: 'waiting', text: t('accountChanged.notYou') },
      { type: 'action', label: t('accountChanged.action'), url: props.url },
    ],
    footer: [
      ...(supportEmail ? [t('accountChanged.help', { email: isolate(supportEmail) })] : []),
      t('accountChanged.why', { shop }),
    ],
  }
}
