import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ItemMark, OrderMark } from '#components/orders/admin/order-state.tsx'
import { PlanStart } from '#components/orders/admin/plan-name.tsx'
import { LocalTime, ZoneName } from '#components/orders/local-time.tsx'
import { NetworkStatus } from '#components/reconciliation/admin/sides-table.tsx'
import { exactText } from '#components/ui/admin/exact-text.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { MoneyAmount, Separator } from '#components/ui/admin/money-amount.tsx'
import { Mark, Panel, tagClass } from '#components/ui/admin/panel.tsx'
import { CustomerLink, EsimLink } from '#components/ui/admin/record-links.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import { lastInstallMinute } from '#lib/catalog/rules/plan.ts'
import type { AdminEsim, AdminItem, AdminOrder } from '#lib/orders/queries/admin-order.ts'
import type { LockBadge as Badge } from '#lib/orders/rules/admin-orders.ts'

export function ItemsPanel({ order }: { order: AdminOrder }) {
  const t = useTranslations('admin.lines')
  const esims = order.items.reduce((total, item) => total + item.esims.length, 0)
  const wanted = order.items.reduce((total, item) => total + item.plan.count, 0)

  return (
    <Panel id="lines" title={t('title')} hint={t('counts', { items: order.items.length, esims, wanted })}>
      {order.items.map((item) => (
        <OrderItem key={item.id} item={item} currency={order.currency} />
      ))}
    </Panel>
  )
}

function OrderItem({ item, currency }: { item: AdminItem; currency: string }) {
  const t = useTranslations('admin.lines')
  const tLabel = useTranslations('admin.label')
  const tag = useTag()
  const { plan } = item

  return (
    <>
      <div className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-start gap-x-2.5 gap-y-1 border-b border-line bg-well px-3.5 py-2.5 phone:grid-cols-[1.5rem_minmax(0,1fr)] [&>.flag]:mt-1">
        {plan.iso2 ? <Flag iso2={plan.iso2} size="small" /> : <span />}
        <div>
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <b>
              {t(plan.isDayPass ? 'dayPass' : 'fixed', {
                destination: plan.destination,
                amount: `${plan.amount.value} ${plan.amount.unit}`,
                days: plan.days,
                count: plan.count,
              })}
            </b>
            <ItemMark state={item.state} />
          </span>
          {item.providerOrders.map((order) => (
            <span key={order.orderNum} className="a-sub">
              {t.rich('network', {
                number: () => <span className="a-id">{order.orderNum}</span>,
                status: () => <NetworkStatus status={order.status} />,
              })}
              {order.cost === null ? null : (
                <>
                  <Separator />
                  {t('cost', { cost: exactText(order.cost, tag), currency: order.costCurrency })}
                </>
              )}
            </span>
          ))}
          {item.providerOrders.length === 0 ? (
            <span className="a-sub">
              {t('noOrder')} <span className="a-id wrap-anywhere whitespace-normal">{item.reference}</span>
            </span>
          ) : null}
          {item.quotedCost ? (
            <span className="a-sub">
              {t(plan.isDayPass ? 'quotedDay' : 'quoted', {
                cost: exactText(item.quotedCost.text, tag),
                currency: item.quotedCost.currency,
              })}
            </span>
          ) : null}
          <PlanStart date={item.startDate} />
        </div>
        <div className="flex flex-wrap items-center justify-end gap-x-2.5 gap-y-1 phone:col-start-2 phone:justify-start">
          {item.providerOrders.map(({ orderNum, lock }) => (
            <LockBadge key={orderNum} lock={lock} />
          ))}
          <span className="a-num font-semibold">
            <MoneyAmount minor={item.priceMinor} currency={currency} />
          </span>
        </div>
      </div>
      {item.esims.length > 0 ? (
        <Esims esims={item.esims} currency={currency} />
      ) : (
        <p className="a-emptyline">{tLabel('noEsims')}</p>
      )}
    </>
  )
}

function Esims({ esims, currency }: { esims: AdminEsim[]; currency: string }) {
  const t = useTranslations('admin')

  return (
    <ListTable
      label={t('lines.title')}
      rows={esims}
      first={[
        { head: 'ICCID', isName: true, cell: (esim) => <EsimLink {...esim} /> },
        {
          head: t('label.traveller'),
          cell: ({ traveller }) =>
            traveller ? <bdi>{traveller}</bdi> : <span className="a-soft">{t('lines.noName')}</span>,
        },
        {
          head: t('label.esim'),
          cell: (esim) => (
            <>
              <Mark tone={esim.state === 'no_code' ? 'wait' : 'ok'}>{t(`card.${esim.state}`)}</Mark>
              {esim.openedAt ? (
                <span className="a-sub">
                  <LocalTime at={esim.openedAt} show="moment" /> {esim.openedBy ? t(`card.by_${esim.openedBy}`) : null}
                </span>
              ) : null}
              <InstallBefore date={esim.activateBefore} />
            </>
          ),
        },
        { head: t('label.return'), cell: ({ cancelState }) => knownLabel(t, 'cancel', cancelState) },
        {
          ...{ head: t('lines.share'), className: 'a-num' },
          cell: ({ priceShareMinor, refundedMinor }) => (
            <>
              <MoneyAmount minor={priceShareMinor} currency={currency} />
              {refundedMinor > 0 ? (
                <span className="a-sub">
                  {t.rich('lines.givenBack', { sum: () => <MoneyAmount minor={refundedMinor} currency={currency} /> })}
                </span>
              ) : null}
            </>
          ),
        },
      ]}
    />
  )
}

function InstallBefore({ date }: { date: string | null }) {
  const t = useTranslations('admin.lines')
  const last = date === null ? null : lastInstallMinute(date)
  if (last === null) return null

  return <span className="a-sub">{t.rich('installBefore', { at: () => <LocalTime at={last} show="moment" /> })}</span>
}

/** The number that the network gave, in words: only two of them are documented. */
export function OrderHead({ order, children }: { order: AdminOrder; children?: ReactNode }) {
  const t = useTranslations('admin')
  const provider = order.items.flatMap(({ providerOrders }) => providerOrders)
  const reason = order.items.find(({ state }) => state === 'HELD')?.reason ?? null

  return (
    <header className="mb-4 grid gap-2">
      <nav className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 a-meta" aria-label={t('orderPage.way')}>
        <Link className="a-link" href="/admin/orders">
          {t('area.orders')}
        </Link>
        <span aria-hidden="true">/</span>
        <span className="a-id">{order.number}</span>
      </nav>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <h1 className="a-id text-[1.44rem]">{order.number}</h1>
        <OrderMark status={order.status} states={order.items.map(({ state }) => state)} reason={reason} />
        {order.mode === 'trial' ? <span className={tagClass('wait')}>{t('orderPage.trial')}</span> : null}
        {provider.map(({ orderNum, lock }) => (
          <LockBadge key={orderNum} lock={lock} />
        ))}
      </div>
      <p className="a-soft">
        {t.rich('orderPage.placed', {
          at: () => <LocalTime at={order.createdAt} show="date_time" />,
          zone: () => <ZoneName at={order.createdAt} />,
          email: () => (
            <b>
              <CustomerLink id={order.customerId} name={order.isErased ? null : order.email} />
            </b>
          ),
        })}{' '}
        {order.isMasked && !order.isErased ? t('orderPage.masked') : null}
      </p>
      {children}
    </header>
  )
}

const ICONS: Record<Badge['kind'], IconName> = { cancellable: 'back', not_certain: 'unknown', locked: 'lock' }

const COLOURS: Record<Badge['kind'], string> = {
  cancellable: 'border-current bg-sea-wash text-sea-text',
  not_certain: 'border-dashed border-current bg-amber-wash text-amber-text',
  locked: 'border-ink bg-ink text-paper',
}

/** Whether an order at the network can still be cancelled: three forms, no more. */
export function LockBadge({ lock }: { lock: Badge }) {
  const t = useTranslations('admin.lock')

  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border py-0.5 ps-1.75 pe-2.25 text-small font-[560] ${COLOURS[lock.kind]}`}
    >
      <Icon name={ICONS[lock.kind]} className="size-3.25" />
      {lock.kind === 'locked'
        ? t.rich('lockedBy', { by: lock.by, at: () => <LocalTime at={lock.at} show="moment" /> })
        : t(lock.kind)}
    </span>
  )
}
