import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Pager } from '#components/ui/admin/list-page.tsx'
import { DataTable } from '#components/ui/admin/list-table.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import type { HealthList, HealthRowPage } from '#lib/operations/rules/admin-health.ts'

type AddressProps = { list: HealthList; after?: string | null }

function rowAddress({ list, after }: AddressProps): string {
  return `${filterAddress('/admin/health', { rows: list, after })}#rows-list`
}

/** A number of the health page that leads to the rows behind it. */
export function RowsLink({ list, children }: { list: HealthList; children: ReactNode }) {
  return (
    <GoLink className="a-link" href={rowAddress({ list })}>
      {children}
    </GoLink>
  )
}

/** The rows behind a number of the health page. */
export function HealthRows({ page: { list, rows, next }, isFirst }: { page: HealthRowPage; isFirst: boolean }) {
  const t = useTranslations('admin')
  const isOfOrders = !list.startsWith('early')
  const isMessage = list === 'received' || list === 'unmatched'
  const title = t(`healthRows.title.${list}`)

  return (
    <Panel
      id="rows-list"
      title={title}
      beside={
        <GoLink className="a-ph-end a-link a-meta" href="/admin/health">
          {t('callList.close')}
        </GoLink>
      }
    >
      {rows.length === 0 ? (
        <p className="a-emptyline">{t('healthRows.empty')}</p>
      ) : (
        <DataTable
          label={title}
          heads={[
            t(list === 'watched' ? 'healthRows.next' : 'callList.at'),
            t(isMessage ? 'healthRows.message' : isOfOrders ? 'healthRows.upstreamOrder' : 'healthRows.session'),
            ...(isOfOrders ? [t('callList.order')] : []),
          ]}
        >
          {rows.map(({ id, at, name, about, order }) => (
            <tr key={id}>
              <td className="a-soft">
                <LocalTime at={at} show="moment" />
              </td>
              <th scope="row" className="a-id">
                <bdi>{name}</bdi>
                {about ? (
                  <span className="a-sub a-cut" dir="ltr" title={about}>
                    {about}
                  </span>
                ) : null}
              </th>
              {isOfOrders ? (
                <td>
                  {order ? (
                    <GoLink className="a-link a-id" href={`/admin/orders/${order.id}`}>
                      {order.number}
                    </GoLink>
                  ) : null}
                </td>
              ) : null}
            </tr>
          ))}
        </DataTable>
      )}
      <Pager
        label={title}
        before={isFirst ? null : { href: rowAddress({ list }), words: t('healthRows.first') }}
        next={next ? { href: rowAddress({ list, after: next }), words: t('healthRows.more') } : null}
      />
    </Panel>
  )
}
