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
