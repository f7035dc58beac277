import 'server-only'
import type { StaffTerms } from '#lib/checkout/commands/start-order.ts'
import { STAFF_PAYMENTS, type StaffPayment } from '#lib/checkout/rules/staff-order.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, can, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import { type Money, toDecimalText } from '#lib/core/rules/money.ts'
import type { PaymentMethod } from '#lib/core/rules/payment-method.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { paymentMethods } from '#lib/payments/commands/payments.ts'

/** How long a customer has to pay by a mailed link: a provider's page stands for a day at most. */
export const PAY_WITHIN_MS = 23 * 3_600_000

type Terms = { pay: StaffPayment; reason?: string; typed?: string }

/** The member of staff who may make an order that is paid this way. Throws `forbidden`, `bad_input`. */
export function requireStaffOrderPermission(caller: Caller, pay: StaffPayment): StaffMember {
  const staff = requirePermission(caller, pay === 'no_charge' ? 'orders.give' : 'orders.make')
  if (pay !== 'no_charge' && !methodOf(pay)) {
    throw new AppError('bad_input', 'This way to pay is not offered.', { reason: 'no_such_payment' })
  }

  return staff
}

/** How a customer can be asked to pay in this store. An order without charge needs the right to give it. */
export function staffPayments(caller: Caller): StaffPayment[] {
  return STAFF_PAYMENTS.filter((pay) =>
    pay === 'no_charge' ? can(caller, 'orders.give') : methodOf(pay) !== undefined,
  )
}

/** The method behind a way to pay: a link leads to a page of the provider's, or of the test's. */
export function methodOf(pay: StaffPayment): PaymentMethod | undefined {
  return paymentMethods().find((name) =>
    pay === 'bank_transfer' ? name === pay : pay === 'link' && name !== 'bank_transfer',
  )
}

/** Giving away is a decision of few: with a reason, and the sum typed as it stands. Throws `bad_input`. */
export function requireTyped({ typed, reason }: Terms, total: Money): void {
  if (!reason) throw new AppError('bad_input', 'An order without charge needs a reason.', { reason: 'no_reason' })
  if (typed?.trim().replaceAll(/\s+/g, ' ').toUpperCase() === typedSum(total)) return
  throw new AppError('bad_input', 'The sum is not typed as it stands.', { reason: 'not_typed' })
}

/** A sum as it is to be typed in. */
export function typedSum(total: Money): string {
  return `${toDecimalText(total)} ${total.currency}`
}

/** The history, the audit row and the mail of an order that staff have made, in the transaction that makes it. */
export function noteFor(
  staff: StaffMember,
  { pay, reason }: Terms,
  what: Record<string, string | number>,
): StaffTerms['note'] {
  const actor = actorOf(staff)

  return async ({ id: orderId }, tx: Tx) => {
    await recordOrderEvent({ orderId, kind: 'order_started', actor }, tx)
    const why = reason ? { reason } : {}
    const after = { ...what, method: pay }
    await recordAudit({ actor, role: staff.role, act: 'order.made', subject: orderId, ...why, after }, tx)
    if (pay !== 'no_charge') await queueMail(tx, { kind: 'pay_link', orderId, dedupeKey: `pay_link:${orderId}` })
  }
}
