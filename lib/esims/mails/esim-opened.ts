import { orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeEsimOpened(writer: Writer, props: MailProps['card_opened']): MailContent {
  const { t, isolate, instant } = writer
  const { shop, order, openedAt } = props
  const reference = isolate(order.reference)

  return {
    ...orderFrame(writer, shop, order),
    subject: t('cardOpened.subject', { reference }),
    preview: t('cardOpened.preview'),
    heading: t('cardOpened.heading'),
    blocks: [
      { type: 'paragraph', text: t('cardOpened.body', { reference, at: instant(openedAt) }) },
      { type: 'steps', title: t('cardOpened.consent'), steps: [t('cardOpened.starts'), t('cardOpened.ends')] },
      { type: 'paragraph', text: t('cardOpened.notYou') },
      { type: 'action', label: t('cardOpened.action'), url: order.url },
    ],
  }
}
