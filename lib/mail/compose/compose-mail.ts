import { composeStaffInvite, composeStaffReset } from '#lib/auth/mails.ts'
import { composeCancellationRefused, composeWithdrawalReceived } from '#lib/cancellations/mails.ts'
import { composeAbandonedCheckout, composeSalesResumed } from '#lib/checkout/mails.ts'
import {
  composeAccountChanged,
  composeAccountLink,
  composeAccountReset,
  composeMessageAnswer,
  composeMessageForStore,
  composeMessageReceived,
} from '#lib/customers/mails.ts'
import {
  composeEsimCopy,
  composeEsimOpened,
  composeGift,
  composeInstallSoon,
  composePlanEnding,
  composePlanLow,
  composePlanUsedUp,
  composeShareClosed,
} from '#lib/esims/mails.ts'
import { orderFrame, sumsOf } from '#lib/mail/compose/frame.ts'
import type { MailContent, MailProps } from '#lib/mail/mail-props.ts'
import type { MailKind } from '#lib/mail/rules/mail-kinds.ts'
import type { Writer } from '#lib/mail/writer.ts'
import { composeAlarmOpened, composeAlarmOver, composeAlarmReminder } from '#lib/operations/mails.ts'
import {
  composeFindLink,
  composeOrderNotPlaced,
  composeOrderPaid,
  composeOrderProblem,
  composeOrderReady,
} from '#lib/orders/mails.ts'
import { composePayLink } from '#lib/payments/mails.ts'
import { composeCreditGiven, composeRefund } from '#lib/refunds/mails.ts'

function composeTopUpReady(writer: Writer, props: MailProps['top_up_ready']): MailContent {
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

type Composers = { [Kind in MailKind]: (writer: Writer, props: MailProps[Kind]) => MailContent }

const COMPOSERS: Composers = {
  order_paid: composeOrderPaid,
  order_ready: composeOrderReady,
  card_opened: composeEsimOpened,
  esim_copy: composeEsimCopy,
  order_problem: composeOrderProblem,
  order_not_placed: composeOrderNotPlaced,
  refund: composeRefund,
  return_refused: composeCancellationRefused,
  withdrawal_received: composeWithdrawalReceived,
  find_link: composeFindLink,
  pay_link: composePayLink,
  credit_given: composeCreditGiven,
  staff_invite: composeStaffInvite,
  staff_reset: composeStaffReset,
  top_up_ready: composeTopUpReady,
  abandoned_checkout: composeAbandonedCheckout,
  gift: composeGift,
  share_closed: composeShareClosed,
  install_soon: composeInstallSoon,
  plan_low: composePlanLow,
  plan_used_up: composePlanUsedUp,
  plan_ending: composePlanEnding,
  message_received: composeMessageReceived,
  message_for_store: composeMessageForStore,
  message_answer: composeMessageAnswer,
  till_open: composeSalesResumed,
  account_link: composeAccountLink,
  account_reset: composeAccountReset,
  account_changed: composeAccountChanged,
  alarm_opened: composeAlarmOpened,
  alarm_reminder: composeAlarmReminder,
  alarm_over: composeAlarmOver,
}

export function composeMail<Kind extends MailKind>(kind: Kind, props: MailProps[Kind], writer: Writer): MailContent {
  const compose: Composers[Kind] = COMPOSERS[kind]

  return compose(writer, props)
}
