import { orderFrame } from '#lib/mail/compose/frame.ts'
import { sumsOf } from '#lib/mail/compose/sums.ts'
import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeTopUpReady(writer: Writer, props: MailProps['top_up_ready']): MailContent {
  const { t, isolate } = writer
  const { shop, order, esim } = props
  const last4 = isolate(props.iccidLast4)

  return {
    ...orderFrame(writer, shop, order),
    subject: t('topUpReady.subject', { last4, esim }),
    preview: t('topUpReady.preview', { esim }),
    heading: t('topUpReady.heading', { last4, esim }),
    blocks: [
      { type: 'paragraph', text: t('topUpReady.body', { esim }) },
      sumsOf(writer, props),
      { type: 'paragraph', text: t('topUpReady.start', { esim }) },
      { type: 'action', label: t('topUpReady.action'), url: order.url },
    ],
  }
}
