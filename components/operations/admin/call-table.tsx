import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Pager } from '#components/ui/admin/pager.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Delay } from '#components/ui/admin/relative-time.tsx'
import type { CallFilter, CallPage } from '#lib/operations/rules/admin-calls.ts'

/** Returns the address of the calls that a number on the health page stands for. */
export function callAddress(filter: Partial<CallFilter>): string {
  return `${filterAddress('/admin/health', filter)}#calls-list`
}

/** The calls behind a number of the health page, newest first. */
export function CallTable({ page: { rows, next }, filter }: { page: CallPage; filter: CallFilter }) {
  const t = useTranslations('admin')
  const title = filter.endpoint ? knownWords(t, 'call', filter.endpoint) : t('callList.title')

  return (
    <Panel
      id="calls-list"
      title={title}
      hint={t(filter.span === 'today' ? 'callLoad.hint' : 'endpoints.hint')}
      beside={
        <GoLink className="a-ph-end a-link a-meta" href="/admin/health">
          {t('callList.close')}
        </GoLink>
      }
    >
      {rows.length === 0 ? <p className="a-emptyline">{t('callList.empty')}</p> : null}
      {rows.length > 0 ? (
        <DataTable
          label={t('callList.title')}
          heads={[
            t('callList.at'),
            t('endpoints.endpoint'),
            t('callList.answer'),
            { head: t('callList.delay'), className: 'a-num' },
            t('callList.order'),
          ]}
        >
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="a-soft">
                <LocalTime at={row.at} show="moment" />
              </td>
              <th scope="row">{knownWords(t, 'call', row.endpoint)}</th>
              <td>
                <Mark tone={row.class === 'ok' ? 'ok' : 'wait'}>
                  {row.class === 'ok' ? t('callList.ok') : knownWords(t, 'failure', row.class)}
                  {row.code === null ? '' : ` ${row.code}`}
                </Mark>
              </td>
              <td className="a-num">
                <Delay ms={row.latencyMs} />
              </td>
              <td>
                {row.order ? (
                  <GoLink className="a-link a-id" href={`/admin/orders/${row.order.id}`}>
                    {row.order.number}
                  </GoLink>
                ) : null}
              </td>
            </tr>
          ))}
        </DataTable>
      ) : null}
      <Pager
        label={t('callList.title')}
        before={filter.after ? { href: callAddress({ ...filter, after: null }), words: t('callList.newest') } : null}
        next={next ? { href: callAddress({ ...filter, after: next }), words: t('callList.older') } : null}
      />
    </Panel>
  )
}
