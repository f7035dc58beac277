import { useTranslations } from 'next-intl'
import { LocalTime, ZoneName } from '#components/orders/local-time.tsx'
import { TransferForm } from '#components/payments/admin/transfer-form.tsx'
import { MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { DescriptionList, Panel } from '#components/ui/admin/panel.tsx'
import type { AdminTransfer } from '#lib/payments/rules/money-discrepancies.ts'

type TransferPanelProps = { transfer: AdminTransfer; now: Date; mayReceive: boolean }

/** A bank transfer of an order: what was asked for, what arrived, and the form that notes its arrival. */
export function TransferPanel({ transfer, now, mayReceive }: TransferPanelProps) {
  const t = useTranslations('admin.transfer')
  const tLabel = useTranslations('admin.label')
  const { paymentId, reference, asked, until, hasEnded, received, payouts } = transfer
  const id = `transfer-${paymentId}`
  const arrived = received
    ? [
        { name: t('received'), value: <MoneyAmount {...received.amount} /> },
        ...(received.on ? [{ name: t('on'), value: <bdi>{received.on}</bdi> }] : []),
      ]
    : [{ name: t('received'), value: tLabel('notYet') }]

  return (
    <Panel id={id} title={t('title')}>
      <DescriptionList
        pairs={[
          { name: t('asked'), value: <MoneyAmount {...asked} /> },
          { name: t('reference'), value: <span className="a-id">{reference}</span> },
          ...(until && !received ? [{ name: t('until'), value: <Until at={until} /> }] : []),
          ...arrived,
          ...payouts.map((payout) => ({ name: t('payout'), value: <MoneyAmount {...payout} /> })),
        ]}
      />
      <div className="p-3.5 grid grid-cols-1 gap-3">
        {hasEnded && !received ? <p className="a-meta">{t('ended')}</p> : null}
        {mayReceive ? (
          <TransferForm transfer={transfer} today={now.toISOString().slice(0, 10)} />
        ) : received ? null : (
          <p className="a-meta">{t('notAllowed')}</p>
        )}
      </div>
    </Panel>
  )
}

function Until({ at }: { at: Date }) {
  return (
    <>
      <LocalTime at={at} show="date_time" /> (<ZoneName at={at} />)
    </>
  )
}
