import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import {
  CancellationColumns,
  CancellationList,
  QueueFilters,
  SendPanel,
} from '#components/cancellations/admin/cancellation-list.tsx'
import { CreditPanel } from '#components/cancellations/admin/credit-panel.tsx'
import { orderAddress } from '#components/orders/admin/order-filters.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { addressIn, ListHead, ListPager, ListViews, SearchForm } from '#components/ui/admin/list-page.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Tabs } from '#components/ui/admin/tabs.tsx'
import { getCancellationQueue } from '#lib/cancellations/queries/cancellation-queue.ts'
import { QUEUE_COUNTED, QUEUE_VIEWS, queueFilterSchema } from '#lib/cancellations/rules/cancellation-queue.ts'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import { orderEligibility } from '#lib/esims/commands/eligibility.ts'
import { findOrders } from '#lib/orders/queries/admin-orders.ts'
import { openList } from '../list.tsx'
import { adminTitle } from '../staff.ts'

export const generateMetadata = () => adminTitle('cancellations')

export default async function CancellationsPage({ searchParams }: PageProps<'/admin/cancellations'>) {
  const list = await openList('cancellations', queueFilterSchema, searchParams)
  const { staff, filter, hidden, refused } = list
  if (refused) return refused
  const { view, q } = filter
  const queue = await getCancellationQueue(staff, filter)
  const t = await getTranslations('admin-desk')
  const tLabel = await getTranslations('admin.label')
  const tBulk = await getTranslations('admin-bulk.search')

  return (
    <StaffMessages namespace={['admin-acts', 'admin-desk']}>
      <ListHead list={list} title={t('desk.title')} lead={t('desk.lead')} />
      <div className="grid min-w-0 content-start gap-4 grid-cols-1">
        <SearchForm
          {...{ id: 'desk-order', action: '/admin/cancellations', text: q, dir: 'ltr', required: true }}
          {...{ label: tBulk(can(staff, 'persons.see') ? 'withEmail' : 'label'), send: t('desk.open'), kept: { view } }}
          all={addressIn(list, { view })}
        />
        {q === '' ? null : <Chosen staff={staff} text={q} />}
        <div>
          <Tabs
            {...{ label: t('desk.lists'), all: QUEUE_VIEWS, here: view }}
            href={(one) => addressIn(list, { view: one })}
            name={(one) => t(`desk.view.${one}`, { count: counted(queue.counts[one]) })}
          />
          <ListViews list={list} columns={<CancellationColumns hidden={hidden} />} />
          <Panel id="desk-requests" title={t('desk.requests')}>
            <QueueFilters list={list} />
            <CancellationList {...{ returns: queue.returns, filter, staff, hidden }} now={new Date()} />
            <ListPager
              {...{ list, older: queue.more }}
              labels={{ label: tLabel('pages'), before: tLabel('firstPage'), next: t(`desk.more.${view}`) }}
            />
          </Panel>
        </div>
        {queue.credits ? <CreditPanel credits={queue.credits} mayConfirm={can(staff, 'finance.book')} /> : null}
      </div>
    </StaffMessages>
  )
}

/** So many found orders are read with what each of their eSIMs would be answered. */
const MAX_CHOSEN = 5

function counted(count: number): string {
  return count < QUEUE_COUNTED ? String(count) : `${QUEUE_COUNTED}+`
}

async function Chosen({ staff, text }: { staff: StaffMember; text: string }) {
  const t = await getTranslations('admin-desk.desk')
  const { rows } = await findOrders(staff, text)
  if (rows.length === 0) return <p className="a-emptyline">{t('send.notFound')}</p>
  const canRequest = can(staff, 'returns.ask')
  const tLabel = await getTranslations('admin.label')
  const shown = rows.slice(0, MAX_CHOSEN)
  const found = await Promise.all(
    shown.map(async ({ id, number }) => ({ order: { id, number }, esims: await orderEligibility(staff, id) })),
  )

  return (
    <>
      {found.map(({ order, esims }) => (
        <SendPanel key={order.id} order={order} esims={esims} canRequest={canRequest} />
      ))}
      {shown.length < rows.length ? (
        <p className="a-meta">
          <Link className="a-link" href={orderAddress({ q: text })}>
            {tLabel('andMore', { count: rows.length - shown.length })}
          </Link>
        </p>
      ) : null}
    </>
  )
}
