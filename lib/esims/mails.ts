import { installSteps, orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailBlock, MailContent, MailProps } from '#lib/mail/mail-props.ts'
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

export function composeEsimOpened(writer: Writer, props: MailProps['card_opened']): MailContent {
  const { t, isolate, instant } = writer
  const { shop, order, openedAt } = props
  const reference = isolate(order.reference)

  return {
    ...orderFrame(writer, shop, order),
    subject: t('cardOpened.subject', { reference }),
    preview: t('cardOpened.preview'),
    heading: t('cardOpened.heading'),
    blocks: [
      { type: 'paragraph', text: t('cardOpened.body', { reference, at: instant(openedAt) }) },
      { type: 'steps', title: t('cardOpened.consent'), steps: [t('cardOpened.starts'), t('cardOpened.ends')] },
      { type: 'paragraph', text: t('cardOpened.notYou') },
      { type: 'action', label: t('cardOpened.action'), url: order.url },
    ],
  }
}

type UsageProps = MailProps['plan_low']
type Parts = { key: 'planLow' | 'planUsedUp' | 'planEnding' | 'installSoon'; values: Record<string, string | number> }

export function composePlanLow(writer: Writer, props: MailProps['plan_low']): MailContent {
  return reminder(writer, props, { key: 'planLow', values: usageValues(writer, props) })
}

export function composePlanUsedUp(writer: Writer, props: MailProps['plan_used_up']): MailContent {
  return reminder(writer, props, { key: 'planUsedUp', values: usageValues(writer, props) })
}

export function composePlanEnding(writer: Writer, props: MailProps['plan_ending']): MailContent {
  const { isolate, instant } = writer
  const { destination, iccidLast4, endsAt, readAt } = props
  const values = { destination: isolate(destination), last4: isolate(iccidLast4) }

  return reminder(writer, props, {
    key: 'planEnding',
    values: { ...values, ends: instant(endsAt), asOf: instant(readAt) },
  })
}

export function composeInstallSoon(writer: Writer, props: MailProps['install_soon']): MailContent {
  const { instant } = writer
  const { esims, dayBegins } = props

  return reminder(writer, props, { key: 'installSoon', values: { esims, begins: instant(dayBegins) } })
}

function usageValues({ isolate, data, instant }: Writer, props: UsageProps) {
  const { destination, iccidLast4, usedMb, totalMb, readAt } = props

  return {
    destination: isolate(destination),
    last4: isolate(iccidLast4),
    used: data(usedMb),
    total: data(totalMb),
    asOf: instant(readAt),
  }
}

/** What all reminders have in common: one fact with its age, what can be done, and how to switch them off. */
function reminder(
  writer: Writer,
  { shop, order }: Pick<UsageProps, 'shop' | 'order'>,
  { key, values }: Parts,
): MailContent {
  const { t } = writer
  const frame = orderFrame(writer, shop, order)
  const off: MailBlock = { type: 'links', links: [{ label: t('reminder.off'), url: `${order.url}#reminders` }] }

  return {
    ...frame,
    subject: t(`${key}.subject`, values),
    preview: t(`${key}.preview`, values),
    heading: t(`${key}.heading`, values),
    blocks: [
      { type: 'note', tone: 'waiting', text: t(`${key}.fact`, values) },
      { type: 'paragraph', text: t(`${key}.body`, values) },
      { type: 'action', label: t('reminder.action'), url: order.url },
      off,
    ],
  }
}

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

export function composeGift(writer: Writer, props: MailProps['gift']): MailContent {
  const { t, isolate, instant } = writer
  const { shop, message, esims, plan } = props
  const values = { from: isolate(props.from), destination: isolate(plan.destination) }
  const held = { amount: writer.amount(plan.data), daily: plan.isDaily ? 'yes' : 'no', days: plan.days }
  const help = shop.supportEmail ? [t('layout.helpPlain', { email: isolate(shop.supportEmail) })] : []
  const total = esims.length

  return {
    subject: t('gift.subject', values),
    preview: t('gift.heading', values),
    heading: t('gift.heading', values),
    reference: null,
    blocks: [
      { type: 'paragraph', text: t('gift.body', { ...values, ...held }) },
      ...(message === '' ? [] : [{ type: 'quote' as const, by: props.from, text: message }]),
      ...esims.flatMap(({ url, pin, installBefore }, index): MailBlock[] => [
        { type: 'values', title: t('gift.pinHint'), rows: [{ label: t('gift.pin'), value: pin }] },
        { type: 'action', label: t('gift.action', { n: index + 1, total }), url },
        ...(installBefore
          ? [{ type: 'paragraph' as const, text: t('orderReady.installBefore', { date: instant(installBefore) }) }]
          : []),
      ]),
      installSteps(writer),
    ],
    footer: [...help, t('gift.why', { ...values, shop: isolate(shop.name) })],
  }
}
