import { orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeTopUpReady(writer: Writer, props: MailProps['top_up_ready']): MailContent {
  const { t, isolate, money } = writer
  const { shop, order, items, total } = props
  const last4 = isolate(props.iccidLast4)

  return {
    ...orderFrame(writer, shop, order),
    subject: t('topUpReady.subject', { last4 }),
    preview: t('topUpReady.preview'),
    heading: t('topUpReady.heading', { last4 }),
    blocks: [
      { type: 'paragraph', text: t('topUpReady.body') },
      {
        type: 'sums',
        rows: items.map(({ name, count, amount }) => ({
          label: t('orderPaid.item', { count, name: isolate(name) }),
          value: money(amount),
        })),
        total: { label: t('layout.total'), value: money(total) },
      },
      { type: 'paragraph', text: t('topUpReady.start') },
      { type: 'action', label: t('topUpReady.action'), url: order.url },
    ],
  }
}
