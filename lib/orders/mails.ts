import { installSteps, itemText, orderFrame, shopUrl, sumsOf } from '#lib/mail/compose/frame.ts'
import type { MailBlock, MailContent, MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeOrderProblem(writer: Writer, props: MailProps['order_problem']): MailContent {
  const { t, isolate } = writer
  const { shop, order, transfer } = props
  const { money, next, ...head } = problemTexts(writer, props.situation)
  const rest = transfer && { arrived: writer.money(transfer.arrived), missing: writer.money(transfer.missing) }

  return {
    ...orderFrame(writer, shop, order),
    ...head,
    subject: t('orderProblem.subject', { reference: isolate(order.reference) }),
    blocks: [
      { type: 'note', tone: 'waiting', text: money },
      ...(rest ? [{ type: 'paragraph' as const, text: t('orderProblem.transfer', rest) }] : []),
      { type: 'paragraph', text: next },
      { type: 'action', label: t('orderProblem.action'), url: order.url },
    ],
  }
}

type ProblemTexts = { preview: string; heading: string; money: string; next: string }

function problemTexts({ t, instant }: Writer, situation: MailProps['order_problem']['situation']): ProblemTexts {
  if (situation.kind === 'confirming') {
    return {
      preview: t('orderProblem.confirming.preview'),
      heading: t('orderProblem.confirming.heading'),
      money: t('orderProblem.confirming.money'),
      next: t('orderProblem.confirming.next'),
    }
  }
  const { since, nextNewsBy, isAgain } = situation

  return {
    preview: t('orderProblem.withTeam.preview'),
    heading: t(isAgain ? 'orderProblem.withTeam.headingAgain' : 'orderProblem.withTeam.heading'),
    money: t('orderProblem.withTeam.money', { since: instant(since) }),
    next: t('orderProblem.withTeam.next', { by: instant(nextNewsBy) }),
  }
}

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
      { type: 'paragraph', text: t('orderReady.body', { ready, refund: props.isRefundable ? 'yes' : 'no' }) },
      ...deadline,
      { type: 'action', label: t('orderReady.action'), url: order.url },
      installSteps(writer),
      { type: 'paragraph', text: t('orderReady.noCode') },
    ],
  }
}

export function composeOrderNotPlaced(writer: Writer, props: MailProps['order_not_placed']): MailContent {
  const { t, isolate } = writer
  const { shop, order } = props
  const amount = writer.money(props.amount)
  const messageKey = props.part ? ('orderNotPlaced.part' as const) : ('orderNotPlaced' as const)
  const isFree = props.money === 'none'
  const name = props.part && itemText(writer, props.part)

  return {
    ...orderFrame(writer, shop, order),
    subject: t(`${messageKey}.subject`, { reference: isolate(order.reference) }),
    preview: t(isFree ? `${messageKey}.previewFree` : `${messageKey}.preview`),
    heading: t(isFree && !props.part ? 'orderNotPlaced.headingFree' : `${messageKey}.heading`),
    blocks: [
      { type: 'paragraph', text: t(`${messageKey}.body`, { name: name ?? '' }) },
      ...(props.money === 'none'
        ? []
        : [{ type: 'note' as const, tone: 'good' as const, text: t(`orderNotPlaced.${props.money}`, { amount }) }]),
      { type: 'paragraph', text: t(`${messageKey}.again`) },
      { type: 'action', label: t(`${messageKey}.action`), url: props.part ? order.url : shopUrl(writer, shop) },
    ],
  }
}

export function composeOrderPaid(writer: Writer, props: MailProps['order_paid']): MailContent {
  const { t, isolate, instant } = writer
  const { shop, order, topUp, withdrawalUntil } = props
  const withdrawal: MailBlock[] = withdrawalUntil
    ? [{ type: 'paragraph', text: t('orderPaid.withdrawal', { until: instant(withdrawalUntil) }) }]
    : []

  return {
    ...orderFrame(writer, shop, order),
    subject: t('orderPaid.subject', { reference: isolate(order.reference) }),
    preview: t(topUp ? 'orderPaid.topUp.preview' : 'orderPaid.preview'),
    heading: topUp ? t('orderPaid.topUp.heading', { esim: topUp }) : t('orderPaid.heading'),
    blocks: [
      { type: 'paragraph', text: topUp ? t('orderPaid.topUp.body', { esim: topUp }) : t('orderPaid.body') },
      sumsOf(writer, props),
      { type: 'action', label: t('orderPaid.action'), url: order.url },
      ...withdrawal,
    ],
  }
}

export function composeFindLink(writer: Writer, props: MailProps['find_link']): MailContent {
  const { t, isolate, instant } = writer
  const { shop, links, linksUntil } = props
  const until: MailBlock[] = linksUntil
    ? [{ type: 'paragraph', text: t('findLink.until', { until: instant(linksUntil) }) }]
    : []
  const help = shop.supportEmail ? [t('layout.helpPlain', { email: isolate(shop.supportEmail) })] : []

  return {
    subject: t('findLink.subject', { shop: isolate(shop.name) }),
    preview: t('findLink.preview'),
    heading: t('findLink.heading', { count: links.length }),
    reference: null,
    blocks: [
      { type: 'paragraph', text: t('findLink.body') },
      {
        type: 'links',
        links: links.map(({ reference, url, orderedAt }) => ({
          label: t('findLink.link', { reference: isolate(reference), date: instant(orderedAt) }),
          url,
        })),
      },
      ...until,
    ],
    footer: [...help, t('layout.whyAsked')],
  }
}
