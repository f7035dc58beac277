import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { CreditPanel } from '#components/cancellations/admin/credit-panel.tsx'
import { QueueFilters, queueAddress, ReturnColumns, ReturnList } from '#components/cancellations/admin/return-list.tsx'
import { SendPanel } from '#components/cancellations/admin/send-panel.tsx'
import { ViewBar } from '#components/ui/admin/bulk/view-bar.tsx'
import { ExportLink } from '#components/ui/admin/export-link.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Pager } from '#components/ui/admin/pager.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { SearchForm } from '#components/ui/admin/search-form.tsx'
import { TabStrip } from '#components/ui/admin/tab-strip.tsx'
import { getCancellationQueue } from '#lib/cancellations/queries/cancellation-queue.ts'
import { QUEUE_COUNTED, QUEUE_VIEWS, queueFilterSchema } from '#lib/cancellations/rules/cancellation-queue.ts'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import { orderEligibility } from '#lib/esims/commands/order-eligibility.ts'
import { findOrders } from '#lib/orders/queries/admin-orders.ts'
import { isSearchRefused } from '#lib/orders/queries/searched.ts'
import { viewQuery } from '#lib/settings/rules/saved-view.ts'
import { adminTitle } from '../admin-title.ts'
import { staffOrSignIn } from '../staff.ts'
import { viewsHere } from '../views.ts'
import '../reconciliation/reconciliation.css'
import '../esims/esims.css'
import { SearchRefused } from '../search-refused.tsx'

type Props = PageProps<'/admin/cancellations'>

export const generateMetadata = () => adminTitle('cancellations')

export default async function CancellationsPage({ searchParams }: Props) {
  const asked = await searchParams
  const filter = queueFilterSchema.parse(asked)
  const { view, q, after } = filter
  const staff = await staffOrSignIn(queueAddress(filter))
  await privateLocale()
  if (await isSearchRefused(staff, q)) return <SearchRefused back="/admin/cancellations" />
  const views = await viewsHere(staff, 'cancellations', asked)
  const hidden = await getHiddenColumns(staff, 'cancellations')
  const queue = await getCancellationQueue(staff, filter)
  const base = { ...filter, after: null }
  const query = viewQuery(filterAddress('', { ...base, q: '' }))
  const t = await getTranslations('admin-desk')
  const tBulk = await getTranslations('admin-bulk.search')

  return (
    <StaffMessages namespace={['admin-acts', 'admin-desk']}>
      <div className="a-head">
        <h1>{t('desk.title')}</h1>
        <p className="a-meta">{t('desk.lead')}</p>
        {can(staff, 'lists.export') ? (
          <ExportLink list="cancellations" query={filterAddress('', base).slice(1)} />
        ) : null}
      </div>
      <div className="a-stack a-card-pages">
        <SearchForm
          key={q}
          {...{ id: 'desk-order', action: '/admin/cancellations', text: q, maxLength: 80, dir: 'ltr', required: true }}
          {...{ label: tBulk(can(staff, 'persons.see') ? 'withEmail' : 'label'), send: t('desk.open'), kept: { view } }}
          all={queueAddress({ view })}
        />
        {q === '' ? null : <Chosen staff={staff} text={q} />}
        <div>
          <TabStrip label={t('desk.lists')}>
            {QUEUE_VIEWS.map((one) => (
              <GoLink
                key={one}
                className="a-tab"
                href={queueAddress({ view: one })}
                aria-current={one === view ? 'page' : undefined}
              >
                {t(`desk.view.${one}`, { count: counted(queue.counts[one]) })}
              </GoLink>
            ))}
          </TabStrip>
          <ViewBar area="cancellations" views={views} query={query}>
            <ReturnColumns hidden={hidden} />
          </ViewBar>
          <Panel id="desk-requests" title={t('desk.requests')}>
            <QueueFilters key={queueAddress(base)} filter={filter} />
            <ReturnList {...{ returns: queue.returns, filter, staff, hidden }} now={new Date()} />
            <Pager
              label={t('desk.pages')}
              before={after ? { href: queueAddress(base), words: t('desk.first') } : null}
              next={
                queue.more
                  ? { href: queueAddress({ ...base, after: queue.more }), words: t(`desk.more.${view}`) }
                  : null
              }
            />
          </Panel>
        </div>
        {queue.credits ? <CreditPanel credits={queue.credits} mayConfirm={can(staff, 'finance.book')} /> : null}
      </div>
    </StaffMessages>
  )
}

function counted(count: number): string {
  return count < QUEUE_COUNTED ? String(count) : `${QUEUE_COUNTED}+`
}

async function Chosen({ staff, text }: { staff: StaffMember; text: string }) {
  const t = await getTranslations('admin-desk.desk')
  const { rows } = await findOrders(staff, text)
  if (rows.length === 0) return <p className="a-emptyline">{t('send.notFound')}</p>
  const mayAsk = can(staff, 'returns.ask')
  const found = await Promise.all(
    rows
      .slice(0, 5)
      .map(async ({ id, number }) => ({ order: { id, number }, esims: await orderEligibility(staff, id) })),
  )

  return found.map(({ order, esims }) => <SendPanel key={order.id} order={order} esims={esims} mayAsk={mayAsk} />)
}
