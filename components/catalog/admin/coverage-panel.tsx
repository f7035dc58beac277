import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { DescriptionList } from '#components/ui/admin/description-list.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { Coverage } from '#lib/catalog/rules/admin-catalog.ts'

/** The destinations whose last reading failed. */
export const UNREAD = '/admin/catalogue?view=destinations&state=unread'

type CoveragePanelProps = { coverage: Coverage; nextRunAt: Date; children: ReactNode }

export function CoveragePanel({ coverage, nextRunAt, children }: CoveragePanelProps) {
  const t = useTranslations('admin')
  const { listed, read, failed, failures, readAt } = coverage
  const age = (at: Date | null) =>
    at ? t.rich('today.ago', { age: () => <RelativeTime since={at} now={readAt} /> }) : t('today.never')

  return (
    <Panel
      id="coverage"
      title={t('coverage.title')}
      beside={
        <span className="a-ph-end a-meta">
          <Mark tone={listed === 0 ? 'plain' : failures > 0 ? 'wait' : 'ok'}>
            {t('coverage.said', { read, listed, failed: failures })}
          </Mark>
        </span>
      }
    >
      {children}
      <DescriptionList
        pairs={[
          {
            name: t('coverage.plans'),
            value: (
              <GoLink className="a-link" href="/admin/catalogue?view=unsold">
                {t('coverage.plansOf', { onSale: coverage.onSale, plans: coverage.plans })}
              </GoLink>
            ),
          },
          { name: t('coverage.newest'), value: age(coverage.newestReadAt) },
          { name: t('coverage.oldest'), value: age(coverage.oldestReadAt) },
          {
            name: t('coverage.vanished'),
            value: (
              <GoLink className="a-link" href="/admin/catalogue?view=destinations&state=gone">
                {coverage.vanished}
              </GoLink>
            ),
          },
          { name: t('coverage.next'), value: <LocalTime at={nextRunAt} show="moment" /> },
        ]}
      />
      {failed.length > 0 ? (
        <DataTable
          label={t('coverage.failedTitle')}
          heads={[t('coverage.destination'), t('coverage.why'), { head: t('coverage.lastGood'), className: 'a-num' }]}
        >
          {failed.map(({ id, name, error, readAt: at }) => (
            <tr key={id}>
              <th scope="row">
                <GoLink className="a-link" href={`/admin/catalogue/${id}`}>
                  <bdi>{name}</bdi>
                </GoLink>
              </th>
              <td>{knownWords(t, 'syncFault', error)}</td>
              <td className="a-num a-soft">{age(at)}</td>
            </tr>
          ))}
        </DataTable>
      ) : null}
      {failures > failed.length ? (
        <p className="a-emptyline">
          <GoLink className="a-link" href={UNREAD}>
            {t('coverage.allFailed', { count: failures })}
          </GoLink>
        </p>
      ) : null}
    </Panel>
  )
}
