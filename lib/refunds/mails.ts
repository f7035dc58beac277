import { itemText, orderFrame, shopUrl } from '#lib/mail/compose/frame.ts'
import type { MailBlock, MailContent, MailProps } from '#lib/mail/mail-props.ts'
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
          ...items.map((item) => ({ label: itemText(writer, item), value: money(item.amount) })),
        ],
        total: { label: t('layout.total'), value: total },
      },
      { type: 'action', label: t('refund.action'), url: order.url },
    ],
  }
}

/** A sum that somebody may spend in the shop, and the code that spends it. */
export function composeCreditGiven(writer: Writer, props: MailProps['credit_given']): MailContent {
  const { t, isolate, money, instant } = writer
  const { shop, order, code, amount, endsAt } = props
  const until: MailBlock[] = endsAt
    ? [{ type: 'paragraph', text: t('creditGiven.until', { until: instant(endsAt) }) }]
    : []

  return {
    ...orderFrame(writer, shop, order),
    subject: t('creditGiven.subject', { amount: money(amount), shop: isolate(shop.name) }),
    preview: t('creditGiven.preview'),
    heading: t('creditGiven.heading'),
    blocks: [
      { type: 'paragraph', text: t('creditGiven.body', { code: isolate(code) }) },
      {
        type: 'sums',
        rows: [{ label: t('creditGiven.code'), value: code }],
        total: { label: t('creditGiven.amount'), value: money(amount) },
      },
      { type: 'paragraph', text: t('creditGiven.rest') },
      ...until,
      { type: 'action', label: t('creditGiven.action'), url: shopUrl(writer, shop) },
    ],
  }
}
