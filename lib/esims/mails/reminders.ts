import { orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailBlock, MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

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
