import { itemText, orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailBlock, MailContent, MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

/** An order that staff have made for somebody, who pays it on its page. */
export function composePayLink(writer: Writer, props: MailProps['pay_link']): MailContent {
  const { t, isolate, money, instant } = writer
  const { shop, order, items, total, payUntil } = props
  const until: MailBlock[] = payUntil
    ? [{ type: 'paragraph', text: t('payLink.until', { until: instant(payUntil) }) }]
    : []

  return {
    ...orderFrame(writer, shop, order),
    subject: t('payLink.subject', { reference: isolate(order.reference) }),
    preview: t('payLink.preview'),
    heading: t('payLink.heading'),
    blocks: [
      { type: 'paragraph', text: t('payLink.body') },
      {
        type: 'sums',
        rows: items.map((item) => ({ label: itemText(writer, item), value: money(item.amount) })),
        total: { label: t('layout.total'), value: money(total) },
      },
      { type: 'action', label: t('payLink.action'), url: order.url },
      ...until,
      { type: 'paragraph', text: t('payLink.notWanted') },
    ],
  }
}
