import { orderFrame, sumsOf } from '#lib/mail/compose/frame.ts'
import type { MailContent, MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeSalesResumed(writer: Writer, props: MailProps['till_open']): MailContent {
  const { t, isolate } = writer
  const shop = isolate(props.shop.name)

  return {
    subject: t('salesResumed.subject', { shop }),
    preview: t('salesResumed.preview'),
    heading: t('salesResumed.heading'),
    reference: null,
    blocks: [
      { type: 'paragraph', text: t('salesResumed.body', { shop }) },
      { type: 'action', label: t('salesResumed.action'), url: props.url },
    ],
    footer: [t('salesResumed.why', { shop })],
  }
}

export function composeUnfinishedOrder(writer: Writer, props: MailProps['unfinished_order']): MailContent {
  const { t } = writer
  const { shop, order } = props

  return {
    ...orderFrame(writer, shop, order),
    subject: t('unfinishedOrder.heading'),
    preview: t('unfinishedOrder.preview'),
    heading: t('unfinishedOrder.heading'),
    blocks: [
      { type: 'paragraph', text: t('unfinishedOrder.body') },
      sumsOf(writer, props),
      { type: 'action', label: t('unfinishedOrder.action'), url: order.url },
    ],
  }
}
