import { useTranslations } from 'next-intl'
import { LocalTime, ZoneName } from '#components/orders/local-time.tsx'
import { TransferForm } from '#components/payments/admin/transfer-form.tsx'
import { MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { DescriptionList, Panel } from '#components/ui/admin/panel.tsx'
import type { Money } from '#lib/core/rules/money.ts'
import type { AdminTransfer } from '#lib/payments/queries/admin-transfers.ts'

type TransferPanelProps = { transfer: AdminTransfer; now: Date; mayReceive: boolean }

/** A bank transfer of an order: what was asked for, what arrived, and the form that notes its arrival. */
export function TransferPanel({ transfer, now, mayReceive }: TransferPanelProps) {
  const t = useTranslations('admin.transfer')
  const tLabel = useTranslations('admin.label')
  const { paymentId, reference, asked, until, hasEnded, received, receipts, payouts } = transfer
  const id = `transfer-${paymentId}`
  const arrived = received
    ? [
        ...receipts.map(({ amount, ...receipt }) => ({
          name: t('received'),
          value: (
            <>
              <MoneyAmount {...amount} /> <bdi className="a-meta">{receiptText(receipt)}</bdi>
            </>
          ),
        })),
        ...rest(asked, received).map(({ name, ...amount }) => ({ name: t(name), value: <MoneyAmount {...amount} /> })),
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
          <TransferForm transfer={transfer} now={now} />
        ) : received ? null : (
          <p className="a-meta">{t('notAllowed')}</p>
        )}
      </div>
    </Panel>
  )
}

/** The day of the bank statement, and how the bank calls the booking. */
function receiptText({ on, bankReference }: Pick<AdminTransfer['receipts'][number], 'on' | 'bankReference'>): string {
  return [on ?? '', bankReference].filter((text) => text !== '').join(' · ')
}

/** What is missing of the price, or came above it. Nothing where another currency came. */
function rest(asked: Money, received: Money): ({ name: 'missing' | 'overpaid' } & Money)[] {
  const minor = received.minor - asked.minor
  if (received.currency !== asked.currency || minor === 0) return []

  return [{ name: minor < 0 ? 'missing' : 'overpaid', minor: Math.abs(minor), currency: asked.currency }]
}

function Until({ at }: { at: Date }) {
  return (
    <>
      <LocalTime at={at} show="date_time" /> (<ZoneName at={at} />)
    </>
  )
}
