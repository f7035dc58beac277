import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { claimOne, type Lease } from '#lib/core/repository/leases.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-line/failpoint.ts'
import { claimer, holdLease, type Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { captureHold, decideHold, releaseHold } from '#lib/payments/commands/capture.ts'
import { proveOpenPayment } from '#lib/payments/commands/prove-payment.ts'
import { repeatSession } from '#lib/payments/commands/repeat-session.ts'
import { watchEndedPayment, watchTakenPayment } from '#lib/payments/commands/watch-payment.ts'
import { getPayment, type PaymentRow } from '#lib/payments/repository/payments.ts'

type Step = (payment: PaymentRow, lease: Lease) => Promise<Next>

/** What is done about a payment in each state. Every step reads the provider's object before it believes anything. */
const STEPS: Record<PaymentRow['state'], Step> = {
  INTENDED: repeatSession,
  OPEN: proveOpenPayment,
  AUTHORISED: decideHold,
  CAPTURING: captureHold,
  CAPTURED: watchTakenPayment,
  VOIDING: releaseHold,
  VOIDED: watchEndedPayment,
  EXPIRED: watchEndedPayment,
  FAILED: watchEndedPayment,
  DISPUTED: watchTakenPayment,
}

/** Reads a payment at its provider now and applies what is true. Does nothing while another process is doing that. */
export async function settlePayment(paymentId: string): Promise<void> {
  const lease = await claimOne('Payment', { ...claimer(), id: paymentId })
  if (lease) await runPayment(lease)
}

/** Does everything that is due about a claimed payment. */
export async function runPayment(lease: Lease): Promise<void> {
  await holdLease('Payment', lease, async () => {
    const payment = await getPayment(lease.id)
    if (!payment) return null
    await failpoint(`payment:${payment.state}`)

    return STEPS[payment.state](payment, lease)
  })
  wakeWorker()
}
