'use client'

import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { type Column, ColumnChoice, ListTable } from '#components/ui/admin/list-table.tsx'
import { ExactSum, MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { Mark, type MarkTone } from '#components/ui/admin/panel.tsx'
import { EsimLink, OrderLink } from '#components/ui/admin/record-links.tsx'
import type { ListColumn } from '#lib/core/rules/lists.ts'
import type { RefundEntry } from '#lib/refunds/rules/refund-ledger.ts'

const TONES: Record<string, MarkTone> = { INTENDED: 'wait', SENT: 'wait', DONE: 'ok', REFUSED: 'stop' }

type Hidden = readonly ListColumn<'refunds'>[]

/** Shares of refunds: what the customer got back on one side, what the supplier owes for it on the other. */
export function RefundTable({ rows, label, hidden }: { rows: RefundEntry[]; label: string; hidden: Hidden }) {
  const t = useTranslations('admin.label')

  return (
    <ListTable
      rows={rows}
      {...{ label, columns: useColumns(), hidden }}
      first={[{ head: t('order'), isName: true, cell: (row) => <Order row={row} /> }]}
    />
  )
}

export function RefundColumns({ hidden }: { hidden: Hidden }) {
  return <ColumnChoice list="refunds" columns={useColumns()} hidden={hidden} />
}

function useColumns(): Column<RefundEntry, ListColumn<'refunds'>>[] {
  const t = useTranslations('admin-finance')
  const admin = useTranslations('admin')

  return [
    {
      name: 'when',
      head: admin('label.when'),
      className: 'a-soft',
      cell: ({ at }) => <LocalTime at={at} show="date_time" />,
    },
    { name: 'card', head: admin('label.esim'), cell: (row) => <Esim row={row} /> },
    {
      name: 'customer',
      head: t('refunds.customer'),
      className: 'a-num',
      cell: ({ amountMinor, currency }) => <MoneyAmount minor={amountMinor} currency={currency} />,
    },
    { name: 'state', head: t('refunds.state'), cell: (row) => <State row={row} /> },
    {
      name: 'provider',
      head: t('refunds.provider'),
      cell: ({ method, providerRefundId }) => (
        <>
          {knownLabel(admin, 'provider', method)}
          <span
            className="a-sub a-cut max-w-36 truncate [text-align:match-parent]"
            dir="ltr"
            title={providerRefundId ?? undefined}
          >
            {providerRefundId ?? ''}
          </span>
        </>
      ),
    },
    {
      name: 'ofCaptured',
      head: t('refunds.ofCaptured'),
      className: 'a-num a-soft',
      cell: ({ refundedMinor, capturedMinor, currency }) =>
        t.rich('refunds.of', {
          back: () => <MoneyAmount minor={refundedMinor} currency={currency} bare />,
          taken: () => <MoneyAmount minor={capturedMinor} currency={currency} />,
        }),
    },
    { name: 'credit', head: t('refunds.credit'), cell: (row) => <Credit row={row} /> },
  ]
}

function Order({ row: { orderId, orderNumber, kind } }: { row: RefundEntry }) {
  const admin = useTranslations('admin')

  return (
    <>
      <OrderLink id={orderId} number={orderNumber} />
      <span className="a-sub">{knownLabel(admin, 'refundKind', kind)}</span>
    </>
  )
}

function Esim({ row: { iccid, esimId } }: { row: RefundEntry }) {
  const t = useTranslations('admin-finance.refunds')
  if (!iccid || !esimId) return <span className="a-soft">{t('wholeLine')}</span>

  return <EsimLink id={esimId} iccid={iccid} />
}

function State({ row: { state, doneAt } }: { row: RefundEntry }) {
  const admin = useTranslations('admin')

  return (
    <>
      <Mark tone={TONES[state] ?? 'plain'}>{knownLabel(admin, 'refundState', state)}</Mark>
      {doneAt ? (
        <span className="a-sub">
          <LocalTime at={doneAt} show="moment" />
        </span>
      ) : null}
    </>
  )
}

function Credit({ row }: { row: RefundEntry }) {
  const t = useTranslations('admin-finance')
  const { credit, creditAmount, creditConfirmed, creditCurrency, orderNum } = row
  if (credit === 'none') return <span className="a-soft">{t('refunds.creditState.none')}</span>

  return (
    <>
      <Mark tone={credit === 'confirmed' ? 'ok' : 'wait'}>{t(`refunds.creditState.${credit}`)}</Mark>
      <span className="a-sub">
        <Link className="a-link" href={`${filterAddress('/admin/finance/supplier', { q: orderNum })}#entries`}>
          <ExactSum amount={credit === 'confirmed' ? creditConfirmed : creditAmount} currency={creditCurrency ?? ''} />
        </Link>
      </span>
      <span className="a-sub a-id">{orderNum}</span>
    </>
  )
}
