import { orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeWithdrawalReceived(writer: Writer, props: MailProps['withdrawal_received']): MailContent {
  const { t, isolate, instant } = writer
  const { shop, order, receivedAt } = props
  const reference = isolate(order.reference)

  return {
    ...orderFrame(writer, shop, order),
    subject: t('withdrawalReceived.subject', { reference }),
    preview: t('withdrawalReceived.preview', { reference }),
    heading: t('withdrawalReceived.heading'),
    blocks: [
      { type: 'note', tone: 'good', text: t('withdrawalReceived.received', { reference, at: instant(receivedAt) }) },
      { type: 'paragraph', text: t('withdrawalReceived.next') },
      { type: 'action', label: t('withdrawalReceived.action'), url: order.url },
    ],
  }
}
