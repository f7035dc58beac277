import { money } from '#lib/core/rules/money.ts'
import type { SessionRequest } from '#lib/payments/providers/index.ts'

/** A payment of 12.40 euros as the store asks a provider for it. */
export function aRequest(overrides: Partial<SessionRequest> = {}): SessionRequest {
  return {
    key: `order:${crypto.randomUUID()}:pay:1`,
    orderId: 'ord_1',
    reference: 'LF-7Q2K',
    amount: money(1240, 'EUR'),
    description: 'LF-7Q2K',
    metadata: { itemRef: 'LF-01' },
    successUrl: 'https://shop.example/return',
    cancelUrl: 'https://shop.example/checkout',
    formUrl: 'https://shop.example/pay',
    expiresAt: new Date(Date.now() + 15 * 60_000),
    locale: 'en',
    ...overrides,
  }
}
