import type { MailBlock, MailContent, MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

type MailAlarm = MailProps['alarm_opened']

export function composeAlarmOpened(writer: Writer, props: MailAlarm): MailContent {
  return alarmContent(writer, props, 'opened')
}

export function composeAlarmReminder(writer: Writer, props: MailAlarm): MailContent {
  return alarmContent(writer, props, 'reminder')
}

export function composeAlarmOver(writer: Writer, props: MailAlarm): MailContent {
  const { t, instant } = writer
  const text = t('alarms.mail.from', { since: instant(props.since), until: instant(props.seenAt) })

  return frame(writer, props, { stage: 'over', blocks: [{ type: 'note', tone: 'good', text }] })
}

function alarmContent(writer: Writer, props: MailAlarm, stage: 'opened' | 'reminder'): MailContent {
  const { t, instant } = writer

  return frame(writer, props, {
    stage,
    blocks: [
      { type: 'note', tone: 'waiting', text: t('alarms.mail.since', { since: instant(props.since) }) },
      { type: 'paragraph', text: t(`alarms.kind.${props.alarm}.todo`) },
    ],
  })
}

type Stage = { stage: 'opened' | 'reminder' | 'over'; blocks: MailBlock[] }

function frame({ t, isolate }: Writer, { alarm, count, shop, url }: MailAlarm, { stage, blocks }: Stage): MailContent {
  const what = t(`alarms.kind.${alarm}.what`)

  return {
    subject: t(`alarms.mail.subject.${stage}`, { what }),
    preview: t(`alarms.mail.preview.${stage}`),
    heading: what,
    reference: null,
    blocks: [
      ...(count > 1 ? [{ type: 'paragraph', text: t('alarms.mail.count', { count }) } as const] : []),
      ...blocks,
      { type: 'action', label: t('alarms.mail.action'), url },
    ],
    footer: [t('alarms.mail.why', { shop: isolate(shop.name) })],
  }
}
