import { notFound } from 'next/navigation'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { OpenDiscrepancies } from '#components/operations/admin/needs-panel.tsx'
import { ActionsPanel } from '#components/orders/admin/actions-panel.tsx'
import { HistoryPanel } from '#components/orders/admin/history-panel.tsx'
import { ItemsPanel, OrderHead } from '#components/orders/admin/item-panel.tsx'
import { GivenBackPanel, MoneyPanel } from '#components/orders/admin/money-panel.tsx'
import { NoteForm, OrderLabels } from '#components/orders/admin/order-labels.tsx'
import { ReviewPanel } from '#components/orders/admin/review-panel.tsx'
import { RecordPanel, UnresponsiveProvider, WaitingPanel } from '#components/orders/admin/waiting-panel.tsx'
import { TransferPanel } from '#components/payments/admin/transfer-panel.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { can } from '#lib/core/rules/caller.ts'
import { orderEligibility } from '#lib/esims/commands/eligibility.ts'
import { getAdminOrder, getOrderActions } from '#lib/orders/queries/admin-order.ts'
import { orderTitle } from '#lib/orders/queries/admin-titles.ts'
import { listAdminTransfers } from '#lib/payments/queries/admin-transfers.ts'
import { detailTitle, staffHere, staffOrSignIn } from '../../staff.ts'

type Props = PageProps<'/admin/orders/[id]'>

export const generateMetadata = async ({ params }: Props) =>
  detailTitle(await orderTitle(await staffHere(), (await params).id), 'orders')

export default async function OrderPage({ params }: Props) {
  const { id } = await params
  const staff = await staffOrSignIn(`/admin/orders/${id}`)
  await privateLocale()
  const order = await getAdminOrder(staff, id)
  if (!order) notFound()
  const [transfers, actions, eligibility] = await Promise.all([
    listAdminTransfers(staff, id),
    getOrderActions(staff, order),
    can(staff, 'returns.ask') ? orderEligibility(staff, id) : [],
  ])
  const now = new Date()

  return (
    <StaffMessages namespace="admin-acts">
      <OrderHead order={order}>
        <OrderLabels
          orderId={id}
          tags={actions.tags}
          assignee={actions.assignee?.name ?? null}
          mayWrite={can(staff, 'orders.note')}
        />
      </OrderHead>
      <UnresponsiveProvider forMs={actions.unresponsiveForMs} />
      <div className="grid items-start gap-4 grid-cols-[minmax(0,1.62fr)_minmax(21rem,1fr)] narrow:grid-cols-1">
        <div className="grid min-w-0 content-start gap-4">
          {order.items.map((item, index) => {
            const review = actions.reviews.find(({ itemId }) => itemId === item.id)

            return review ? (
              <ReviewPanel key={item.id} order={order} item={item} position={index + 1} actions={review} now={now} />
            ) : null
          })}
          <WaitingPanel order={order} waiting={actions.waiting} reviews={actions.reviews} now={now} />
          {transfers.map((transfer) => (
            <TransferPanel
              key={transfer.paymentId}
              transfer={transfer}
              now={now}
              mayReceive={can(staff, 'payments.receive')}
            />
          ))}
          <OpenDiscrepancies discrepancies={order.discrepancies} now={now} />
          <MoneyPanel order={order} />
          <ItemsPanel order={order} />
          <GivenBackPanel order={order} />
          <ActionsPanel order={order} actions={actions} staff={staff} eligibility={eligibility} />
          <RecordPanel order={order} records={actions.records} />
        </div>
        <HistoryPanel events={order.history}>
          {can(staff, 'orders.note') ? <NoteForm orderId={id} /> : null}
        </HistoryPanel>
      </div>
    </StaffMessages>
  )
}
