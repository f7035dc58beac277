import { composeAccountChanged } from '#lib/mail/compose/account-changed.ts'
import { composeAccountLink } from '#lib/mail/compose/account-link.ts'
import { composeAccountReset } from '#lib/mail/compose/account-reset.ts'
import { composeAlarmOpened, composeAlarmOver, composeAlarmReminder } from '#lib/mail/compose/alarm.ts'
import { composeCardOpened } from '#lib/mail/compose/card-opened.ts'
import { composeCreditGiven } from '#lib/mail/compose/credit-given.ts'
import {
  composeMessageAnswer,
  composeMessageForStore,
  composeMessageReceived,
} from '#lib/mail/compose/customer-message.ts'
import { composeEsimCopy } from '#lib/mail/compose/esim-copy.ts'
import { composeFindLink } from '#lib/mail/compose/find-link.ts'
import { composeOrderNotPlaced } from '#lib/mail/compose/order-not-placed.ts'
import { composeOrderPaid } from '#lib/mail/compose/order-paid.ts'
import { composeOrderProblem } from '#lib/mail/compose/order-problem.ts'
import { composeOrderReady } from '#lib/mail/compose/order-ready.ts'
import { composePayLink } from '#lib/mail/compose/pay-link.ts'
import { composeRefund } from '#lib/mail/compose/refund.ts'
import {
  composeInstallSoon,
  composePlanEnding,
  composePlanLow,
  composePlanUsedUp,
} from '#lib/mail/compose/reminders.ts'
import { composeReturnRefused } from '#lib/mail/compose/return-refused.ts'
import { composeShareClosed } from '#lib/mail/compose/share-closed.ts'
import { composeStaffInvite } from '#lib/mail/compose/staff-invite.ts'
import { composeStaffReset } from '#lib/mail/compose/staff-reset.ts'
import { composeTillOpen } from '#lib/mail/compose/till-open.ts'
import { composeTopUpReady } from '#lib/mail/compose/top-up-ready.ts'
import { composeWithdrawalReceived } from '#lib/mail/compose/withdrawal-received.ts'
import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailKind, MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

type Composers = { [Kind in MailKind]: (writer: Writer, props: MailProps[Kind]) => MailContent }

const COMPOSERS: Composers = {
  order_paid: composeOrderPaid,
  order_ready: composeOrderReady,
  card_opened: composeCardOpened,
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
  till_open: composeTillOpen,
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
