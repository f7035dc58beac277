import { orderFrame } from '#lib/mail/compose/frame.ts'
import { sumsOf } from '#lib/mail/compose/sums.ts'
import type { MailBlock, MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeOrderPaid(writer: Writer, props: MailProps['order_paid']): MailContent {
  const { t, isolate, instant } = writer
  const { shop, order, topUp, withdrawalUntil } = props
  const withdrawal: MailBlock[] = withdrawalUntil
    ? [{ type: 'paragraph', text: t('orderPaid.withdrawal', { until: instant(withdrawalUntil) }) }]
    : []

  return {
    ...orderFrame(writer, shop, order),
    subject: t('orderPaid.subject', { reference: isolate(order.reference) }),
    preview: t(topUp ? 'orderPaid.topUp.preview' : 'orderPaid.preview'),
    heading: topUp ? t('orderPaid.topUp.heading', { card: topUp }) : t('orderPaid.heading'),
    blocks: [
      { type: 'paragraph', text: topUp ? t('orderPaid.topUp.body', { card: topUp }) : t('orderPaid.body') },
      sumsOf(writer, props),
      { type: 'action', label: t('orderPaid.action'), url: order.url },
      ...withdrawal,
    ],
  }
}
