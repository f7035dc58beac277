import { money } from '#lib/core/rules/money.ts'
import type { PaymentSession, SessionRequest } from '#lib/payments/providers/index.ts'
import type { Bench } from './bench.ts'

export function aRequest(overrides: Partial<SessionRequest> = {}): SessionRequest {
  return {
    key: `order:${crypto.randomUUID()}:pay:1`,
    orderId: 'ord_1',
    reference: 'LF-7Q2K',
    amount: money(1240, 'EUR'),
    description: 'Japan, 3 GB for 30 days',
    metadata: { itemRef: 'LF-01' },
    successUrl: 'https://shop.example/return',
    cancelUrl: 'https://shop.example/checkout',
    formUrl: 'https://shop.example/pay',
    expiresAt: new Date(Date.now() + 15 * 60_000),
    locale: 'en',
    ...overrides,
  }
}

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
