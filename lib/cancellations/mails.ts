import { orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailContent, MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeCancellationRefused(writer: Writer, props: MailProps['return_refused']): MailContent {
  const { t, isolate } = writer
  const { shop, order, esims } = props

  return {
    ...orderFrame(writer, shop, order),
    subject: t('returnRefused.subject', { reference: isolate(order.reference) }),
    preview: t('returnRefused.preview', { esims }),
    heading: t('returnRefused.heading', { esims }),
    blocks: [
      { type: 'paragraph', text: t('returnRefused.body', { esims }) },
      { type: 'note', tone: 'good', text: t('returnRefused.stillYours', { esims }) },
      { type: 'action', label: t('returnRefused.action'), url: order.url },
    ],
  }
}

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
