import { notFound } from 'next/navigation'
import { DifferencesPanel } from '#components/admin/differences-panel.tsx'
import { GivenBackPanel } from '#components/admin/given-back-panel.tsx'
import { HeldCase } from '#components/admin/held-case.tsx'
import { HistoryPanel } from '#components/admin/history-panel.tsx'
import { LinesPanel } from '#components/admin/line-panel.tsx'
import { MoneyPanel } from '#components/admin/money-panel.tsx'
import { OrderHead } from '#components/admin/order-head.tsx'
import { TransferPanel } from '#components/admin/transfer-panel.tsx'
import { can } from '#lib/domain/caller.ts'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { getAdminOrder } from '#lib/queries/admin-order.ts'
import { listAdminTransfers } from '#lib/queries/admin-transfers.ts'
import { adminTitle } from '../../admin-title.ts'
import { staffOrSignIn } from '../../staff.ts'

type Props = PageProps<'/admin/orders/[id]'>

export const generateMetadata = () => adminTitle('orders')

export default async function OrderPage({ params }: Props) {
  const { id } = await params
  const staff = await staffOrSignIn(`/admin/orders/${id}`)
  await privateLocale()
  const order = await getAdminOrder(staff, id)
  if (!order) notFound()
  const transfers = await listAdminTransfers(staff, id)
  const now = new Date()

  return (
    <>
      <OrderHead order={order} />
      <div className="a-cols a-order">
        <div className="a-stack">
          {order.lines.map((line, index) =>
            line.state === 'HELD' ? (
              <HeldCase key={line.id} line={line} position={index + 1} currency={order.currency} now={now} />
            ) : null,
          )}
          {transfers.map((transfer) => (
            <TransferPanel
              key={transfer.paymentId}
              transfer={transfer}
              now={now}
              mayReceive={can(staff, 'payments.receive')}
            />
          ))}
          <DifferencesPanel differences={order.differences} now={now} />
          <MoneyPanel order={order} />
          <LinesPanel order={order} />
          <GivenBackPanel order={order} />
        </div>
        <HistoryPanel events={order.history} />
      </div>
    </>
  )
}
