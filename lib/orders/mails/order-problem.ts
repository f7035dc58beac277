import { orderFrame } from '#lib/mail/compose/frame.ts'
import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeOrderProblem(writer: Writer, props: MailProps['order_problem']): MailContent {
  const { t, isolate } = writer
  const { shop, order } = props
  const { money, next, ...head } = wordsFor(writer, props.situation)

  return {
    ...orderFrame(writer, shop, order),
    ...head,
    subject: t('orderProblem.subject', { reference: isolate(order.reference) }),
    blocks: [
      { type: 'note', tone: 'waiting', text: money },
      { type: 'paragraph', text: next },
      { type: 'action', label: t('orderProblem.action'), url: order.url },
    ],
  }
}

type Words = { preview: string; heading: string; money: string; next: string }

function wordsFor({ t, instant }: Writer, situation: MailProps['order_problem']['situation']): Words {
  if (situation.kind === 'confirming') {
    return {
      preview: t('orderProblem.confirming.preview'),
      heading: t('orderProblem.confirming.heading'),
      money: t('orderProblem.confirming.money'),
      next: t('orderProblem.confirming.next'),
    }
  }
  const { since, nextNewsBy } = situation

  return {
    preview: t('orderProblem.withTeam.preview'),
    heading: t('orderProblem.withTeam.heading'),
    money: t('orderProblem.withTeam.money', { since: instant(since) }),
    next: nextNewsBy ? t('orderProblem.withTeam.nextBy', { by: instant(nextNewsBy) }) : t('orderProblem.withTeam.next'),
  }
}
