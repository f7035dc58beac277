import { getTranslations } from 'next-intl/server'
import { ConnectionTest } from '#components/operations/admin/connection-test.tsx'
import { CallsPanel, CallTable, EndpointTable } from '#components/operations/admin/endpoint-table.tsx'
import {
  DatabasePanel,
  HealthRows,
  PaymentPanel,
  QueuePanel,
  SessionPanel,
  WorkerPanel,
} from '#components/operations/admin/health-panels.tsx'
import { AlarmPanel } from '#components/operations/admin/needs-panel.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { BooksHealth } from '#components/reconciliation/admin/kinds-panel.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { can } from '#lib/core/rules/caller.ts'
import { getHealthRows, getOpenAlarms, getProviderHealth } from '#lib/operations/queries/admin-health.ts'
import {
  type CallFilter,
  callFilterSchema,
  type HealthRowFilter,
  healthRowFilterSchema,
} from '#lib/operations/rules/admin-health.ts'
import { getCallPage } from '#lib/provider/queries/admin-calls.ts'
import { getReconciliationHealth } from '#lib/reconciliation/queries/admin-reconciliation.ts'
import { singleParams } from '../list.tsx'
import { adminTitle, staffOrSignIn } from '../staff.ts'

type Props = PageProps<'/admin/health'>

export const generateMetadata = () => adminTitle('health')

export default async function HealthPage({ searchParams }: Props) {
  const filter = readFilter(await searchParams)
  const staff = await staffOrSignIn(filterAddress('/admin/health', filter))
  await privateLocale()
  const { rows, after } = filter
  const [health, books, alarms, calls, listed] = await Promise.all([
    getProviderHealth(staff),
    getReconciliationHealth(staff),
    getOpenAlarms(staff),
    filter.span === null ? null : getCallPage(staff, filter),
    rows === null ? null : getHealthRows(staff, { rows, after }),
  ])
  const t = await getTranslations('admin')

  return (
    <>
      <div className="a-head">
        <h1>{t('area.health')}</h1>
        <p className="a-meta">{t.rich('readAt', { at: () => <LocalTime at={health.readAt} show="time_zone" /> })}</p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_24rem] items-start gap-4 narrow:grid-cols-1">
        <div className="grid min-w-0 content-start gap-4">
          <AlarmPanel alarms={alarms} now={health.readAt} />
          {calls ? <CallTable page={calls} filter={filter} /> : null}
          {listed ? <HealthRows page={listed} isFirst={after === null} /> : null}
          <EndpointTable health={health} />
          <CallsPanel health={health} />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <SessionPanel health={health}>
            {can(staff, 'connection.test') ? <ConnectionTest /> : <p className="a-emptyline">{t('test.notAllowed')}</p>}
          </SessionPanel>
          <BooksHealth books={books} now={health.readAt} />
          <WorkerPanel health={health} />
          <QueuePanel health={health} />
          <PaymentPanel health={health} />
          <DatabasePanel health={health} />
        </div>
      </div>
    </>
  )
}

function readFilter(params: Awaited<Props['searchParams']>): CallFilter & HealthRowFilter {
  const single = singleParams(params)
  const calls = callFilterSchema.parse(single)

  // One list at a time: both say the place of their last row in the same word.
  return calls.span === null ? { ...calls, ...healthRowFilterSchema.parse(single) } : { ...calls, rows: null }
}
