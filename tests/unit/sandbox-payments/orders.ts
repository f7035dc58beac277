import type { PaymentSession, SessionRequest } from '#lib/payments/providers/index.ts'
import { aRequest } from '#tests/support/payment-request.ts'
import type { Bench } from './bench.ts'

export type Paid = PaymentSession & { paymentId: string }

/** A session that somebody has paid, with its payment held or taken. */
export async function aPaidSession(bench: Bench, overrides: Partial<SessionRequest> = {}): Promise<Paid> {
  const session = await bench.provider.createSession(aRequest(overrides))
  await bench.control('POST', `sessions/${session.sessionId}/pay`)

  return { ...session, paymentId: session.paymentId ?? '' }
}

type Movement = { amount: number; paymentId: string; key: string | null }
export type LedgerView = { captures: Movement[]; refunds: Movement[]; totals: Record<string, unknown>[] }

/** What really moved, by the provider's own books. */
export async function readLedger(bench: Bench, reference = 'LF-7Q2K'): Promise<LedgerView> {
  return (await bench.control('GET', `ledger?reference=${reference}`)) as LedgerView
}
