import 'server-only'
import type { PaymentRow } from '#lib/db/payments.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { pollPause, TIMERS } from '#lib/domain/timers.ts'
import type { Next } from '#lib/services/hold-lease.ts'
import { openSession } from '#lib/services/open-session.ts'
import { scaled } from '#lib/services/time-scale.ts'

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
