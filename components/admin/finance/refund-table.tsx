import { useTranslations } from 'next-intl'
import { DataTable } from '#components/admin/data-table.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { Mark, type MarkTone } from '#components/admin/mark.tsx'
import { Sum } from '#components/admin/sum.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { RefundEntry } from '#lib/domain/refund-ledger.ts'

const TONES: Record<string, MarkTone> = { INTENDED: 'wait', SENT: 'wait', DONE: 'ok', REFUSED: 'stop' }

/** Shares of refunds: what the customer got back on one side, what the supplier owes for it on the other. */
export function RefundTable({ rows, label }: { rows: RefundEntry[]; label: string }) {
  const t = useTranslations('admin-finance')

  return (
    <DataTable
      label={label}
      heads={[
        t('order'),
        t('when'),
        t('refunds.card'),
        { head: t('refunds.customer'), className: 'a-num' },
        t('refunds.state'),
        t('refunds.provider'),
        { head: t('refunds.ofCaptured'), className: 'a-num' },
        t('refunds.credit'),
      ]}
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </DataTable>
  )
}

function Row({ row }: { row: RefundEntry }) {
  const t = useTranslations('admin-finance')
  const admin = useTranslations('admin')

  return (
    <tr data-row>
      <th scope="row">
        <GoLink className="a-id a-link" href={`/admin/orders/${row.orderId}`}>
          {row.orderNumber}
        </GoLink>
        <span className="a-sub">{knownWords(admin, 'refundKind', row.kind)}</span>
      </th>
      <td className="a-soft">
        <LocalTime at={row.at} show="date_time" />
      </td>
      <td>
        {row.iccid && row.cardId ? (
          <GoLink className="a-id a-link" href={`/admin/cards/${row.cardId}`}>
            {row.iccid}
          </GoLink>
        ) : (
          <span className="a-soft">{t('refunds.wholeLine')}</span>
        )}
      </td>
      <td className="a-num">
        <Sum minor={row.amountMinor} currency={row.currency} />
      </td>
      <td>
        <Mark tone={TONES[row.state] ?? 'plain'}>{knownWords(admin, 'refundState', row.state)}</Mark>
        {row.doneAt ? (
          <span className="a-sub">
            <LocalTime at={row.doneAt} show="moment" />
          </span>
        ) : null}
      </td>
      <td>
        {knownWords(t, 'method', row.method)}
        <span className="a-sub a-cut" dir="ltr" title={row.providerRefundId ?? undefined}>
          {row.providerRefundId ?? ''}
        </span>
      </td>
      <td className="a-num a-soft">
        {t.rich('refunds.of', {
          back: () => <Sum minor={row.refundedMinor} currency={row.currency} bare />,
          taken: () => <Sum minor={row.capturedMinor} currency={row.currency} />,
        })}
      </td>
      <td>
        <Credit row={row} />
      </td>
    </tr>
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
        <bdi>
          {credit === 'confirmed' ? creditConfirmed : creditAmount} {creditCurrency}
        </bdi>
      </span>
      <span className="a-sub a-id">{orderNum}</span>
    </>
  )
}
