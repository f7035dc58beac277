import { privatePath } from '#lib/core/i18n/routing.ts'
import type { MailBlock, MailContent, MailProps } from '#lib/mail/mail-props.ts'
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

export function composeMessageReceived(writer: Writer, props: MailProps['message_received']): MailContent {
  const { t, isolate } = writer
  const reference = isolate(props.reference)

  return {
    subject: t('messageReceived.subject', { reference }),
    preview: t('messageReceived.preview'),
    heading: t('messageReceived.heading'),
    reference: { label: t('messageReceived.reference'), value: props.reference },
    blocks: [
      { type: 'paragraph', text: t('messageReceived.next') },
      ...quoted(t('messageReceived.yours'), props.text),
      writeAgain(writer, props),
    ],
    footer: [t('messageReceived.why', { shop: isolate(props.shop.name) })],
  }
}

export function composeMessageForStore(writer: Writer, props: MailProps['message_for_store']): MailContent {
  const { t, isolate } = writer
  const reference = isolate(props.reference)
  const about = props.orderNumber ? [t('messageForStore.order', { order: isolate(props.orderNumber) })] : []

  return {
    subject: t('messageForStore.subject', { reference }),
    preview: t('messageForStore.preview'),
    heading: t('messageForStore.heading'),
    reference: { label: t('messageReceived.reference'), value: props.reference },
    blocks: [
      ...about.map((text): MailBlock => ({ type: 'paragraph', text })),
      ...quoted(t('messageForStore.text'), props.text),
      { type: 'action', label: t('messageForStore.action'), url: props.url },
    ],
    footer: [t('messageForStore.why', { shop: isolate(props.shop.name) })],
  }
}

export function composeMessageAnswer(writer: Writer, props: MailProps['message_answer']): MailContent {
  const { t, isolate } = writer
  const reference = isolate(props.reference)

  return {
    subject: t('messageAnswer.subject', { reference }),
    preview: t('messageAnswer.preview'),
    heading: t('messageAnswer.heading'),
    reference: { label: t('messageReceived.reference'), value: props.reference },
    blocks: [...paragraphs(props.answer), ...quoted(t('messageReceived.yours'), props.text), writeAgain(writer, props)],
    footer: [t('messageReceived.why', { shop: isolate(props.shop.name) })],
  }
}

function writeAgain({ t, locale }: Writer, { shop }: MailProps['message_received']): MailBlock {
  return {
    type: 'action',
    label: t('messageReceived.again'),
    url: new URL(privatePath(locale, '/contact'), shop.url).href,
  }
}

function quoted(title: string, text: string): MailBlock[] {
  return [{ type: 'paragraph', text: title }, ...paragraphs(text)]
}

function paragraphs(text: string): MailBlock[] {
  const parts = text.split(/\n+/).map((part) => part.trim())

  return parts.filter((part) => part !== '').map((part) => ({ type: 'paragraph', text: part }))
}
