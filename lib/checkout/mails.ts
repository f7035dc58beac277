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

export function composeAbandonedCheckout(writer: Writer, props: MailProps['abandoned_checkout']): MailContent {
  const { t } = writer
  const { shop, order } = props

  return {
    ...orderFrame(writer, shop, order),
    subject: t('abandonedCheckout.heading'),
    preview: t('abandonedCheckout.preview'),
    heading: t('abandonedCheckout.heading'),
    blocks: [
      { type: 'paragraph', text: t('abandonedCheckout.body') },
      sumsOf(writer, props),
      { type: 'action', label: t('abandonedCheckout.action'), url: order.url },
    ],
  }
}
