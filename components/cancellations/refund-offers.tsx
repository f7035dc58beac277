import { RefundOffer } from '#components/cancellations/refund-offer.tsx'
import type { OrderPage } from '#lib/settings/rules/shop.ts'

/** A plan that takes too long, and from when on its buyer may stop waiting. */
type Offered = { lineId: string; offeredAt: Date }

/** Returns the plans of an order whose buyer may stop waiting, now or later. */
export function refundOffersOf({ lines }: Pick<OrderPage, 'lines'>): Offered[] {
  return lines.flatMap(({ id, status, refundOfferedAt }) =>
    status === 'confirming' && refundOfferedAt ? [{ lineId: id, offeredAt: refundOfferedAt }] : [],
  )
}

/** The way out of a long wait, for each plan of its own. */
export function RefundOffers({ order, now }: { order: OrderPage; now: Date }) {
  return refundOffersOf(order).map(({ lineId, offeredAt }) => (
    <RefundOffer key={lineId} orderId={order.id} lineId={lineId} offeredAt={offeredAt} isOpen={offeredAt <= now} />
  ))
}
