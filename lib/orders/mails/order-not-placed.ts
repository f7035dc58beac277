import { orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeOrderNotPlaced(writer: Writer, props: MailProps['order_not_placed']): MailContent {
  const { t, isolate } = writer
  const { shop, order } = props
  const amount = writer.money(props.amount)
  const words = props.part ? ('orderNotPlaced.part' as const) : ('orderNotPlaced' as const)
  const name = props.part && t('orderPaid.item', { ...props.part, name: isolate(props.part.name) })

  return {
    ...orderFrame(writer, shop, order),
    subject: t('orderNotPlaced.subject', { reference: isolate(order.reference) }),
    preview: t(`${words}.preview`),
    heading: t(`${words}.heading`),
    blocks: [
      { type: 'paragraph', text: t(`${words}.body`, { name: name ?? '' }) },
      {
        type: 'note',
        tone: 'good',
        text:
          props.money === 'released'
            ? t('orderNotPlaced.released', { amount })
            : t('orderNotPlaced.refunded', { amount }),
      },
      { type: 'paragraph', text: t(`${words}.again`) },
      { type: 'action', label: t(`${words}.action`), url: props.part ? order.url : shop.url },
    ],
  }
}
