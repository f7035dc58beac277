import { installSteps, orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailBlock, MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeOrderReady(writer: Writer, props: MailProps['order_ready']): MailContent {
  const { t, isolate, instant } = writer
  const { shop, order, readyCount: ready, totalCount: total, installBefore } = props
  const isWhole = ready === total
  const deadline: MailBlock[] = installBefore
    ? [{ type: 'note', tone: 'waiting', text: t('orderReady.installBefore', { date: instant(installBefore) }) }]
    : []

  return {
    ...orderFrame(writer, shop, order),
    subject: isWhole
      ? t('orderReady.subject', { reference: isolate(order.reference) })
      : t('orderProblem.subject', { reference: isolate(order.reference) }),
    preview: t('orderReady.preview'),
    heading: isWhole ? t('orderReady.heading', { ready }) : t('orderReady.headingPartly', { ready, total }),
    blocks: [
      ...(isWhole
        ? []
        : [{ type: 'paragraph' as const, text: t('orderReady.bodyPartly', { ready, missing: total - ready }) }]),
      { type: 'paragraph', text: t('orderReady.body', { ready }) },
      ...deadline,
      { type: 'action', label: t('orderReady.action'), url: order.url },
      installSteps(writer),
      { type: 'paragraph', text: t('orderReady.noCode') },
    ],
  }
}
