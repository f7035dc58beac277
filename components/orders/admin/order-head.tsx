import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { OrderMark } from '#components/orders/admin/order-state.tsx'
import { LocalTime, ZoneName } from '#components/orders/local-time.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { LockBadge } from '#components/ui/admin/lock-badge.tsx'
import type { AdminOrder } from '#lib/orders/rules/admin-order.ts'

/** The number that the network gave, in words: only two of them are documented. */
export function NetworkStatus({ status }: { status: number | null }) {
  const t = useTranslations('admin.status')
  if (status === null) return <>{t('notRead')}</>

  return <>{[0, 2, 4].includes(status) ? t(`s${status}`) : t('unknown', { status })}</>
}

export function OrderHead({ order, children }: { order: AdminOrder; children?: ReactNode }) {
  const t = useTranslations('admin')
  const upstream = order.lines.flatMap(({ upstreamOrders }) => upstreamOrders)
  const reason = order.lines.find(({ state }) => state === 'HELD')?.reason ?? null

  return (
    <header className="a-order-head">
      <nav className="a-row a-meta" aria-label={t('orderPage.way')}>
        <GoLink className="a-link" href="/admin/orders">
          {t('area.orders')}
        </GoLink>
        <span aria-hidden="true">/</span>
        <span className="a-id">{order.number}</span>
      </nav>
      <div className="a-row">
        <h1 className="a-id">{order.number}</h1>
        <OrderMark status={order.status} states={order.lines.map(({ state }) => state)} reason={reason} />
        {order.mode === 'trial' ? <span className="a-tag a-tag-wait">{t('orderPage.trial')}</span> : null}
        {upstream.map(({ orderNum, lock }) => (
          <LockBadge key={orderNum} lock={lock} />
        ))}
      </div>
      <p className="a-soft">
        {t.rich('orderPage.placed', {
          at: () => <LocalTime at={order.createdAt} show="date_time" />,
          zone: () => <ZoneName at={order.createdAt} />,
          email: () => (
            <GoLink className="a-link a-strong" href={`/admin/customers/${order.customerId}`}>
              <bdi>{order.email}</bdi>
            </GoLink>
          ),
        })}{' '}
        {order.isMasked ? t('orderPage.masked') : null}
      </p>
      {children}
    </header>
  )
}
