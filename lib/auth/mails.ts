import type { MailContent, MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeStaffReset(writer: Writer, props: MailProps['staff_reset']): MailContent {
  const { t, isolate, instant } = writer
  const shop = isolate(props.shop.name)

  return {
    subject: t('staffReset.subject', { shop }),
    preview: t('staffReset.preview'),
    heading: t('staffReset.heading'),
    reference: null,
    blocks: [
      { type: 'paragraph', text: t('staffReset.body', { shop }) },
      { type: 'action', label: t('staffReset.action'), url: props.url },
      { type: 'paragraph', text: t('staffReset.until', { until: instant(props.until) }) },
      { type: 'note', tone: 'good', text: t('staffReset.factor') },
    ],
    footer: [t('staffReset.why')],
  }
}

export function composeStaffInvite(writer: Writer, props: MailProps['staff_invite']): MailContent {
  const { t, isolate, instant } = writer
  const shop = isolate(props.shop.name)

  return {
    subject: t('staffInvite.subject', { shop }),
    preview: t('staffInvite.preview'),
    heading: t('staffInvite.heading', { shop }),
    reference: null,
    blocks: [
      { type: 'paragraph', text: t('staffInvite.body', { role: t(`staffInvite.role.${props.role}`), shop }) },
      { type: 'action', label: t('staffInvite.action'), url: props.url },
      { type: 'paragraph', text: t('staffInvite.until', { until: instant(props.until) }) },
    ],
    footer: [t('staffInvite.why', { shop })],
  }
}
