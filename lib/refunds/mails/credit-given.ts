import { orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailBlock, MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

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
      { type: 'action', label: t('creditGiven.action'), url: shop.url },
    ],
  }
}
