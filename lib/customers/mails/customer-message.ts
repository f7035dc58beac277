import type { MailBlock, MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

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

function writeAgain({ t }: Writer, { shop }: MailProps['message_received']): MailBlock {
  return { type: 'action', label: t('messageReceived.again'), url: new URL('/contact', shop.url).href }
}

function quoted(title: string, text: string): MailBlock[] {
  return [{ type: 'paragraph', text: title }, ...paragraphs(text)]
}

function paragraphs(text: string): MailBlock[] {
  const parts = text.split(/\n+/).map((part) => part.trim())

  return parts.filter((part) => part !== '').map((part) => ({ type: 'paragraph', text: part }))
}
