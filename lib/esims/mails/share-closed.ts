import { orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeShareClosed(writer: Writer, props: MailProps['share_closed']): MailContent {
  const { t, isolate, instant } = writer
  const { shop, order, iccidLast4, closedAt } = props

  return {
    ...orderFrame(writer, shop, order),
    subject: t('shareClosed.subject', { reference: isolate(order.reference) }),
    preview: t('shareClosed.preview'),
    heading: t('shareClosed.heading'),
    blocks: [
      { type: 'paragraph', text: t('shareClosed.body', { at: instant(closedAt), last4: isolate(iccidLast4) }) },
      { type: 'note', tone: 'good', text: t('shareClosed.safe') },
      { type: 'paragraph', text: t('shareClosed.next') },
      { type: 'action', label: t('shareClosed.action'), url: order.url },
    ],
  }
}
