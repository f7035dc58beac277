import { orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeRefund(writer: Writer, props: MailProps['refund']): MailContent {
  const { t, isolate, money, instant } = writer
  const { shop, order, items, way } = props
  const total = money(props.total)

  return {
    ...orderFrame(writer, shop, order),
    subject: t('refund.subject', { reference: isolate(order.reference) }),
    preview: t(`refund.${way}.preview`, { total }),
    heading: t(`refund.${way}.heading`, { total }),
    blocks: [
      { type: 'paragraph', text: t(`refund.${way}.body`) },
      {
        type: 'sums',
        rows: [
          { label: t(`refund.${way}.date`), value: instant(props.sentAt) },
          ...items.map(({ name, count, amount }) => ({
            label: t('orderPaid.item', { count, name: isolate(name) }),
            value: money(amount),
          })),
        ],
        total: { label: t('layout.total'), value: total },
      },
      { type: 'action', label: t('refund.action'), url: order.url },
    ],
  }
}
