import { orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeReturnRefused(writer: Writer, props: MailProps['return_refused']): MailContent {
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
