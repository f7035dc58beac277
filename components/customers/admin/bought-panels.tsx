import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { DataTable } from '#components/ui/admin/list-table.tsx'
import { MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { EsimLink, OrderLink } from '#components/ui/admin/record-links.tsx'
import type { ConsentDetails, CustomerPage } from '#lib/customers/rules/admin-customers.ts'

/** How many there are of what a panel lists the newest of, and where all of them are. */
type OfAll = { all: number; href: string }

/** The newest orders, with what was agreed to and in which version of the words. */
export function CustomerOrders({ orders, ...ofAll }: OfAll & { orders: CustomerPage['orders'] }) {
  const t = useTranslations('admin-customers')
  const admin = useTranslations('admin')

  return (
    <Panel id="orders" title={admin('area.orders')} beside={<Rest shown={orders.length} {...ofAll} />}>
      {orders.length === 0 ? (
        <p className="a-emptyline">{t('noOrders')}</p>
      ) : (
        <DataTable
          label={admin('area.orders')}
          heads={[
            admin('label.order'),
            admin('label.when'),
            { head: admin('label.sum'), className: 'a-num' },
            admin('label.state'),
            t('consent.title'),
          ]}
        >
          {orders.map((order) => (
            <tr key={order.id} data-row>
              <th scope="row">
                <OrderLink {...order} />
              </th>
              <td className="a-soft">
                <LocalTime at={order.at} show="date_time" />
              </td>
              <td className="a-num">
                <MoneyAmount minor={order.totalMinor} currency={order.currency} />
              </td>
              <td>
                {[...new Set(order.states)].map((state) => knownLabel(admin, 'line', state)).join(admin('comma'))}
              </td>
              <td className="a-soft">
                <Consent consent={order.consent} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
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
      {esims.length === 0 ? (
        <p className="a-emptyline">{admin('label.noEsims')}</p>
      ) : (
        <DataTable
          label={admin('area.cards')}
          heads={[
            admin('label.esim'),
            admin('label.destination'),
            admin('label.traveller'),
            admin('label.opened'),
            admin('label.order'),
          ]}
        >
          {esims.map((esim) => (
            <tr key={esim.id} data-row>
              <th scope="row">
                <EsimLink {...esim} />
                {esim.cancelState === 'NONE' ? null : (
                  <span className="a-sub">{knownLabel(admin, 'cancel', esim.cancelState)}</span>
                )}
              </th>
              <td>
                <bdi>{esim.destination}</bdi>
              </td>
              <td>{esim.traveller ? <bdi>{esim.traveller}</bdi> : null}</td>
              <td className="a-soft">
                {esim.revealedAt ? <LocalTime at={esim.revealedAt} show="date_time" /> : admin('label.codeNotShown')}
                {esim.consentText ? (
                  <span className="a-sub">{t('consent.version', { version: esim.consentText })}</span>
                ) : null}
              </td>
              <td>
                <OrderLink id={esim.orderId} number={esim.orderNumber} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </Panel>
  )
}
