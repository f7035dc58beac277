import { orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeOrderNotPlaced(writer: Writer, props: MailProps['order_not_placed']): MailContent {
  const { t, isolate } = writer
  const { shop, order } = props
  const amount = writer.money(props.amount)

  return {
    ...orderFrame(writer, shop, order),
    subject: t('orderNotPlaced.subject', { reference: isolate(order.reference) }),
    preview: t('orderNotPlaced.preview'),
    heading: t('orderNotPlaced.heading'),
    blocks: [
      { type: 'paragraph', text: t('orderNotPlaced.body') },
      {
        type: 'note',
        tone: 'good',
        text:
          props.money === 'released'
            ? t('orderNotPlaced.released', { amount })
            : t('orderNotPlaced.refunded', { amount }),
      },
      { type: 'paragraph', text: t('orderNotPlaced.again') },
      { type: 'action', label: t('orderNotPlaced.action'), url: shop.url },
    ],
  }
}
