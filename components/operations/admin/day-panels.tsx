import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { financeAddress } from '#components/finance/admin/finance-filters.tsx'
import { orderAddress } from '#components/orders/admin/order-filters.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { FormattedNumber, MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { DescriptionList, Mark, Panel, Tile, Tiles } from '#components/ui/admin/panel.tsx'
import { Delay, RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { Today } from '#lib/operations/queries/admin-today.ts'
import type { Stretch } from '#lib/operations/rules/admin-today.ts'

type Props = { today: Today }
type Counted = 'sold' | 'delivered'

/** Sales so far against the same weekday a week ago, up to the same time of day. */
export function SalesPanel({ today: { sales, currency, stretch } }: Props) {
  const t = useTranslations('admin.today')
  const tAdmin = useTranslations('admin')
  const finance = useTranslations('admin-finance')
  const { today, before } = sales
  const rows = behind('sold', stretch)
  const given = today.refundedMinor

  return (
    <Panel id="sales" title={t('sales')} beside={<span className="ms-auto a-meta">{t('against')}</span>}>
      <Tiles columns="grid-cols-3">
        <DayTile
          name={`${finance('figure.revenue')} ${currency}`}
          metric={<MoneyAmount minor={today.revenueMinor} currency={currency} bare />}
          was={<MoneyAmount minor={before.revenueMinor} currency={currency} bare />}
          rows={rows}
          note={
            given === 0 ? null : (
              <>
                {finance('figure.refunded')} <MoneyAmount minor={given} currency={currency} />
              </>
            )
          }
        />
        {today.margin ? (
          <DayTile
            name={`${finance('figure.margin')} ${currency}`}
            metric={<Margin margin={today.margin} currency={currency} />}
            was={<Margin margin={before.margin} currency={currency} />}
            rows={{ today: soldLines(stretch.today, currency), before: soldLines(stretch.before, currency) }}
            note={
              today.margin.knownLines < today.margin.lines ? (
                <Link className="a-link" href={soldLines(stretch.today, currency, 'unknown_cost')}>
                  {finance('known', { known: today.margin.knownLines, lines: today.margin.lines })}
                </Link>
              ) : null
            }
          />
        ) : null}
        <DayTile
          name={tAdmin('area.orders')}
          metric={<FormattedNumber value={today.orders} />}
          was={<FormattedNumber value={before.orders} />}
          rows={rows}
        />
      </Tiles>
    </Panel>
  )
}

/** A margin is known of the items whose cost is: of none, it is unknown and not nothing. */
function Margin({ margin, currency }: { margin: Today['sales']['today']['margin']; currency: string }) {
  const t = useTranslations('admin-finance')
  const isKnown = margin !== null && (margin.knownLines > 0 || margin.lines === 0)

  return isKnown ? <MoneyAmount minor={margin.minor} currency={currency} bare /> : t('unknown')
}

/** How fast lines were delivered, each figure with the orders behind it. */
export function DeliveryPanel({ today: { deliveries, stretch } }: Props) {
  const t = useTranslations('admin.today')
  const tLabel = useTranslations('admin.label')
  const { today, before } = deliveries
  const rows = behind('delivered', stretch)

  return (
    <Panel
      id="deliveries"
      title={t('deliveries')}
      beside={<span className="ms-auto a-meta">{t('deliveriesHint')}</span>}
    >
      <Tiles columns="grid-cols-3">
        <DayTile
          name={tLabel('median')}
          metric={<Delay ms={today.medianMs} />}
          was={<Delay ms={before.medianMs} />}
          rows={rows}
        />
        <DayTile
          name={tLabel('slowest')}
          metric={<Delay ms={today.slowMs} />}
          was={<Delay ms={before.slowMs} />}
          rows={rows}
        />
        <DayTile
          name={tLabel('items')}
          metric={<FormattedNumber value={today.lines} />}
          was={<FormattedNumber value={before.lines} />}
          rows={rows}
        />
      </Tiles>
    </Panel>
  )
}

export function NetworkPanel({ today: { network, catalog, readAt } }: Props) {
  const tAdmin = useTranslations('admin')
  const age = (at: Date | null) =>
    at ? tAdmin.rich('label.ago', { age: () => <RelativeTime since={at} now={readAt} /> }) : tAdmin('label.never')

  return (
    <Panel
      id="network"
      title={tAdmin('source.network')}
      beside={
        <Link className="ms-auto a-link" href="/admin/health">
          {tAdmin('area.health')}
        </Link>
      }
    >
      <DescriptionList
        pairs={[
          ...network.breakers.map(({ key, isOpen }) => ({
            name: tAdmin(`today.breaker.${key}`),
            value: <Mark tone={isOpen ? 'stop' : 'ok'}>{tAdmin(isOpen ? 'today.isDown' : 'today.answers')}</Mark>,
          })),
          { name: tAdmin('today.lastOrder'), value: age(network.lastGoodOrderAt) },
          { name: tAdmin('today.session'), value: age(network.sessionIssuedAt) },
          { name: tAdmin('today.calls'), value: <FormattedNumber value={network.calls24h} /> },
          { name: tAdmin('today.catalogAge'), value: age(catalog.readAt) },
          {
            name: tAdmin('today.catalogFailed'),
            value: (
              <Link
                className="a-link"
                href="/admin/catalogue?view=coverage"
              >{`${catalog.failed} / ${catalog.listed}`}</Link>
            ),
          },
        ]}
      />
    </Panel>
  )
}

/** The orders behind the figures of the day, and behind those before. */
function behind(counted: Counted, { today, before }: Today['stretch']) {
  const address = ({ from, until }: Stretch) =>
    orderAddress({ tab: 'all', counted, since: from.toISOString(), until: until.toISOString() })

  return { today: address(today), before: address(before) }
}

/** The sold lines of a stretch, for roles that see what they cost. */
function soldLines({ from, until }: Stretch, currency: string, lines: 'all' | 'unknown_cost' = 'all'): string {
  return financeAddress({ lines, currency, since: from.toISOString(), until: until.toISOString() })
}

type DayTileProps = {
  name: string
  metric: ReactNode
  was: ReactNode
  rows: ReturnType<typeof behind>
  note?: ReactNode
}

function DayTile({ name, metric, was, rows, note }: DayTileProps) {
  const t = useTranslations('admin.today')

  return (
    <Tile
      name={name}
      value={
        <Link className="a-link" href={rows.today}>
          {metric}
          <span className="sr-only"> {t('behind')}</span>
        </Link>
      }
    >
      <span className="a-meta">
        <Link className="a-link" href={rows.before}>
          {t.rich('was', { figure: () => was })}
          <span className="sr-only"> {t('behind')}</span>
        </Link>
      </span>
      {note ? <span className="a-meta">{note}</span> : null}
    </Tile>
  )
}
