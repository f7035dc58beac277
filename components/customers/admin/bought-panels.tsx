import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { EsimLink, OrderLink } from '#components/ui/admin/record-links.tsx'
import type { CustomerPage } from '#lib/customers/queries/admin-customers.ts'
import type { ConsentDetails } from '#lib/customers/rules/admin-customers.ts'

/** How many there are of what a panel lists the newest of, and where all of them are. */
type OfAll = { all: number; href: string }

/** The newest orders, with what was agreed to and in which version of the words. */
export function CustomerOrders({ orders, ...ofAll }: OfAll & { orders: CustomerPage['orders'] }) {
  const t = useTranslations('admin-customers')
  const admin = useTranslations('admin')

  return (
    <Panel id="orders" title={admin('area.orders')} beside={<Rest shown={orders.length} {...ofAll} />}>
      <ListTable
        label={admin('area.orders')}
        rows={orders}
        empty={t('noOrders')}
        isWalked
        first={[
          { head: admin('label.order'), isName: true, cell: (order) => <OrderLink {...order} /> },
          {
            ...{ head: admin('label.when'), className: 'a-soft' },
            cell: ({ at }) => <LocalTime at={at} show="date_time" />,
          },
          {
            ...{ head: admin('label.sum'), className: 'a-num' },
            cell: ({ totalMinor, currency }) => <MoneyAmount minor={totalMinor} currency={currency} />,
          },
          {
            head: admin('label.state'),
            cell: ({ states }) =>
              [...new Set(states)].map((state) => knownLabel(admin, 'line', state)).join(admin('comma')),
          },
          { head: t('consent.title'), className: 'a-soft', cell: ({ consent }) => <Consent consent={consent} /> },
        ]}
      />
    </Panel>
  )
}

/** Says that older ones are left out, and leads to them. */
function Rest({ shown, all, href }: OfAll & { shown: number }) {
  const t = useTranslations('admin-customers')
  if (shown >= all) return null

  return (
    <>
      <span className="a-meta">{t('newestOf', { shown, all })}</span>
      <Link className="a-link a-meta ms-auto" href={href}>
        {t('seeAll')}
      </Link>
    </>
  )
}

function Consent({ consent: { text, legal, ...said } }: { consent: ConsentDetails }) {
  const t = useTranslations('admin-customers.consent')
  const admin = useTranslations('admin')
  const given = (['terms', 'withdrawalInfo', 'deviceChecked'] as const).filter((name) => said[name])
  if (given.length === 0) return t('none')
  const named = (name: (typeof given)[number]) => {
    const version = name === 'deviceChecked' ? null : legal[name]
    if (version === null) return t(name)

    return version === 0 ? t('standardText', { what: t(name) }) : t('ownText', { what: t(name), version })
  }

  return (
    <>
      {given.map(named).join(admin('comma'))}
      <span className="a-sub">{text ? t('version', { version: text }) : t('noVersion')}</span>
    </>
  )
}

/** The newest eSIMs, whoever travels with them. */
export function CustomerEsims({ esims, ...ofAll }: OfAll & { esims: CustomerPage['esims'] }) {
  const t = useTranslations('admin-customers')
  const admin = useTranslations('admin')

  return (
    <Panel id="cards" title={admin('area.cards')} beside={<Rest shown={esims.length} {...ofAll} />}>
      <ListTable
        label={admin('area.cards')}
        rows={esims}
        empty={admin('label.noEsims')}
        isWalked
        first={[
          {
            ...{ head: admin('label.esim'), isName: true },
            cell: (esim) => (
              <>
                <EsimLink {...esim} />
                {esim.cancelState === 'NONE' ? null : (
                  <span className="a-sub">{knownLabel(admin, 'cancel', esim.cancelState)}</span>
                )}
              </>
            ),
          },
          { head: admin('label.destination'), cell: ({ destination }) => <bdi>{destination}</bdi> },
          { head: admin('label.traveller'), cell: ({ traveller }) => (traveller ? <bdi>{traveller}</bdi> : null) },
          {
            ...{ head: admin('label.opened'), className: 'a-soft' },
            cell: ({ revealedAt, consentText }) => (
              <>
                {revealedAt ? <LocalTime at={revealedAt} show="date_time" /> : admin('label.codeNotShown')}
                {consentText ? <span className="a-sub">{t('consent.version', { version: consentText })}</span> : null}
              </>
            ),
          },
          {
            head: admin('label.order'),
            cell: ({ orderId, orderNumber }) => <OrderLink id={orderId} number={orderNumber} />,
          },
        ]}
      />
    </Panel>
  )
}

/** Returns the address of everything that a customer bought. */
export function boughtAddress(list: 'orders' | 'cards', customer: string): string {
  return filterAddress(`/admin/${list}`, { customer })
}
