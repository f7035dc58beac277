import { composeStaffInvite, composeStaffReset } from '#lib/auth/mails/staff-reset.ts'
import { composeReturnRefused } from '#lib/cancellations/mails/return-refused.ts'
import { composeWithdrawalReceived } from '#lib/cancellations/mails/withdrawal-received.ts'
import { composeSalesResumed } from '#lib/checkout/mails/sales-resumed.ts'
import { composeAccountChanged, composeAccountLink, composeAccountReset } from '#lib/customers/mails/account-reset.ts'
import {
  composeMessageAnswer,
  composeMessageForStore,
  composeMessageReceived,
} from '#lib/customers/mails/customer-message.ts'
import { composeEsimCopy } from '#lib/esims/mails/esim-copy.ts'
import { composeEsimOpened } from '#lib/esims/mails/esim-opened.ts'
import { composeInstallSoon, composePlanEnding, composePlanLow, composePlanUsedUp } from '#lib/esims/mails/reminders.ts'
import { composeShareClosed } from '#lib/esims/mails/share-closed.ts'
import { composeTopUpReady } from '#lib/mail/compose/top-up-ready.ts'
import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { MailKind } from '#lib/mail/rules/mail-kinds.ts'
import type { Writer } from '#lib/mail/writer.ts'
import { composeAlarmOpened, composeAlarmOver, composeAlarmReminder } from '#lib/operations/mails/alarm.ts'
import { composeFindLink } from '#lib/orders/mails/find-link.ts'
import {
  composeOrderNotPlaced,
  composeOrderPaid,
  composeOrderProblem,
  composeOrderReady,
} from '#lib/orders/mails/order-problem.ts'
import { composePayLink } from '#lib/payments/mails/pay-link.ts'
import { composeCreditGiven } from '#lib/refunds/mails/credit-given.ts'
import { composeRefund } from '#lib/refunds/mails/refund.ts'

type Composers = { [Kind in MailKind]: (writer: Writer, props: MailProps[Kind]) => MailContent }

const COMPOSERS: Composers = {
  order_paid: composeOrderPaid,
  order_ready: composeOrderReady,
  card_opened: composeEsimOpened,
  esim_copy: composeEsimCopy,
  order_problem: composeOrderProblem,
  order_not_placed: composeOrderNotPlaced,
  refund: composeRefund,
  return_refused: composeReturnRefused,
  withdrawal_received: composeWithdrawalReceived,
  find_link: composeFindLink,
  pay_link: composePayLink,
  credit_given: composeCreditGiven,
  staff_invite: composeStaffInvite,
  staff_reset: composeStaffReset,
  top_up_ready: composeTopUpReady,
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
