import { isStuck, type Offers } from '#components/checkout/use-offers.ts'

/** What keeps an order from being sent. */
export type OrderHold = 'offline' | 'ordering' | 'updating' | 'checking_code' | 'expired' | 'stopped' | 'price_changed'

type Checkout = {
  offers: Pick<Offers, 'isLoading' | 'stop' | 'change'>
  vouchers: { isLoading: boolean }
  isOrdering: boolean
  isOnline: boolean
}

/** Returns what keeps the order from being sent now, `null` when nothing does: every button that orders obeys it. */
export function orderHold({ offers, vouchers, isOrdering, isOnline }: Checkout): OrderHold | null {
  if (!isOnline) return 'offline'
  if (isOrdering) return 'ordering'
  if (offers.isLoading) return 'updating'
  if (vouchers.isLoading) return 'checking_code'
  if (offers.stop?.code === 'quote_expired') return 'expired'
  if (isStuck(offers)) return 'stopped'

  return offers.change ? 'price_changed' : null
}
