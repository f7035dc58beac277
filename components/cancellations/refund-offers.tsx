import { RefundOffer } from '#components/cancellations/refund-offer.tsx'
import type { OrderPage } from '#lib/settings/rules/shop.ts'

/** A plan that takes too long, and from when on its buyer may stop waiting. */
type Offered = { itemId: string; offeredAt: Date }

/** Returns the plans of an order whose buyer may stop waiting, now or later. */
export function refundOffersOf({ items }: Pick<OrderPage, 'items'>): Offered[] {
  return items.flatMap(({ id, status, refundOfferedAt }) =>
    status === 'confirming' && refundOfferedAt ? [{ itemId: id, offeredAt: refundOfferedAt }] : [],
  )
}

/** The way out of a long wait, for each plan of its own. */
export function RefundOffers({ order, now }: { order: OrderPage; now: Date }) {
  return refundOffersOf(order).map(({ itemId, offeredAt }) => (
    <RefundOffer key={itemId} orderId={order.id} itemId={itemId} offeredAt={offeredAt} isOpen={offeredAt <= now} />
  ))
}
