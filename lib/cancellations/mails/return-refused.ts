import { orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeReturnRefused(writer: Writer, props: MailProps['return_refused']): MailContent {
  const { t, isolate } = writer
  const { shop, order, cards } = props

  return {
    ...orderFrame(writer, shop, order),
    subject: t('returnRefused.subject', { reference: isolate(order.reference) }),
    preview: t('returnRefused.preview', { cards }),
    heading: t('returnRefused.heading', { cards }),
    blocks: [
      { type: 'paragraph', text: t('returnRefused.body', { cards }) },
      { type: 'note', tone: 'good', text: t('returnRefused.stillYours', { cards }) },
      { type: 'action', label: t('returnRefused.action'), url: order.url },
    ],
  }
}
