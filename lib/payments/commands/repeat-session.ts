import 'server-only'
import { AppError } from '#lib/core/rules/app-error.ts'
import { pollPause, TIMERS } from '#lib/core/rules/timers.ts'
import type { Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { openSession } from '#lib/payments/commands/open-session.ts'
import type { PaymentRow } from '#lib/payments/repository/payments.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'

/** Opens the session of a payment whose first try died or got no answer. The stored key makes it the same session. */
export async function repeatSession(payment: PaymentRow): Promise<Next> {
  try {
    await openSession(payment.id)

    return scaled(pollPause(0))
  } catch (error) {
    if (error instanceof AppError && error.code === 'gone') return null
    if (error instanceof AppError) return scaled(TIMERS.placementRetry)
    throw error
  }
}
