import { installSteps, orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailBlock, MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

/** One eSIM to install from the mail itself: its picture, and its values as each kind of phone asks for them. */
export function composeEsimCopy(writer: Writer, props: MailProps['esim_copy']): MailContent {
  const { t, isolate, instant } = writer
  const { shop, order, why, n, total, installBefore, code } = props
  const destination = isolate(props.destination)
  const deadline: MailBlock[] = installBefore
    ? [{ type: 'note', tone: 'waiting', text: t('orderReady.installBefore', { date: instant(installBefore) }) }]
    : []

  return {
    ...orderFrame(writer, shop, order),
    subject: t('esimCopy.subject', { destination, reference: isolate(order.reference) }),
    preview: t('esimCopy.preview'),
    heading: t('esimCopy.heading', { n, total, destination }),
    blocks: [
      { type: 'paragraph', text: t(`esimCopy.${why}`) },
      { type: 'note', tone: 'waiting', text: t('esimCopy.secret') },
      {
        type: 'qr',
        code: code.activationCode,
        name: t('esimCopy.qr', { n, total, destination }),
        file: `esim-${order.reference}-${n}.png`,
      },
      {
        type: 'values',
        title: t('esimCopy.iphone'),
        rows: [
          { label: t('esimCopy.smdp'), value: code.smdpAddress },
          { label: t('esimCopy.matchingId'), value: code.matchingId },
        ],
      },
      {
        type: 'values',
        title: t('esimCopy.android'),
        rows: [{ label: t('esimCopy.fullCode'), value: code.activationCode }],
      },
      ...confirmation(writer, code),
      ...deadline,
      { type: 'action', label: t('orderReady.action'), url: order.url },
      installSteps(writer),
    ],
  }
}

function confirmation({ t }: Writer, code: MailProps['esim_copy']['code']): MailBlock[] {
  if (code.confirmationHint !== null) {
    const row = { label: t('esimCopy.confirmationHint'), value: code.confirmationHint }

    return [{ type: 'values', title: t('esimCopy.confirmationTitle'), rows: [row] }]
  }

  return code.asksConfirmationCode ? [{ type: 'paragraph', text: t('esimCopy.confirmation') }] : []
}
