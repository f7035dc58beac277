import { useTranslations } from 'next-intl'
import { RefundOffers, refundOffersOf } from '#components/cancellations/refund-offers.tsx'
import { EmailCorrection } from '#components/orders/email-correction.tsx'
import { type Headline, looksOf } from '#components/orders/headline.ts'
import { History } from '#components/orders/history.tsx'
import { LineList } from '#components/orders/line-list.tsx'
import { LookTimes } from '#components/orders/look-times.tsx'
import { MoneyPanel } from '#components/orders/money-panel.tsx'
import { OrderLine } from '#components/orders/order-line.tsx'
import { OrderTicket } from '#components/orders/order-ticket.tsx'
import { Rail } from '#components/orders/rail.tsx'
import { StatePanel } from '#components/orders/state-panel.tsx'
import { TransferPanel } from '#components/orders/transfer-panel.tsx'
import type { OrderPage } from '#lib/settings/rules/shop.ts'

const COMING = new Set(['waiting_for_payment', 'ordering', 'almost_ready', 'confirming', 'with_team'])
// No news follows any more, so that the address does not matter.
const ENDED = new Set(['expired', 'refunded', 'cancelled'])

type WaitingOrderProps = { order: OrderPage; headline: Headline; now: Date; againHref: string }

/** An order without ready eSIMs: what we know, where the money is, what comes next, what can be done and when. */
export function WaitingOrder({ order, headline, now, againHref }: WaitingOrderProps) {
  const t = useTranslations('order.history')
  const looks = looksOf(order)
  const isOffered = refundOffersOf(order).some(({ offeredAt }) => offeredAt <= now)

  return (
    <>
      <div className="order-head">
        <OrderLine number={order.number} createdAt={order.createdAt} />
      </div>
      <div className="columns">
        <div>
          {order.transfer ? (
            <TransferPanel transfer={order.transfer} isTest={order.isTest} />
          ) : (
            <StatePanel order={order} headline={headline} isOffered={isOffered} againHref={againHref} />
          )}
          <Rail order={order} status={headline.status} />
          {looks ? <LookTimes looks={looks} now={now} /> : null}
          <LineList lines={order.lines} />
          <div className="panels">
            <MoneyPanel order={order} />
            <RefundOffers order={order} now={now} />
          </div>
          <History order={order} heading={t('soFar')} />
        </div>
        <aside className="side side-flush">
          {order.lines.map((line) => (
            <OrderTicket
              key={line.id}
              line={line}
              isComing={COMING.has(line.status) && !order.transfer && line.topUp === null}
            />
          ))}
          {order.canCorrectEmail && order.lines.some(({ status }) => !ENDED.has(status)) ? (
            <EmailCorrection orderId={order.id} emailMasked={order.emailMasked} />
          ) : null}
        </aside>
      </div>
    </>
  )
}
