import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import type { EsimShareFacts } from '#lib/esims/rules/admin-esims.ts'

/** The private links to an eSIM: when each was made, whether somebody came in by it, and until when it leads there. */
export function ShareList({ shares }: { shares: EsimShareFacts[] }) {
  const t = useTranslations('admin-desk.card')
  const moment = (at: Date | null) => (at ? <LocalTime at={at} show="moment" /> : t('nobody'))

  return (
    <Panel id="card-shares" title={t('shares')}>
      {shares.length === 0 ? (
        <p className="a-emptyline">{t('sharesNone')}</p>
      ) : (
        <DataTable label={t('shares')} heads={[t('created'), t('shareOpened'), t('expires'), t('shareEnded')]}>
          {shares.map(({ id, createdAt, openedAt, expiresAt, endedAt }) => (
            <tr key={id}>
              <th scope="row">{moment(createdAt)}</th>
              <td>{moment(openedAt)}</td>
              <td>{moment(expiresAt)}</td>
              <td>{moment(endedAt)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </Panel>
  )
}
