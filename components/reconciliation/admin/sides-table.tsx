import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { DataTable } from '#components/ui/admin/list-table.tsx'
import { ExactSum, MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import type { DiscrepancyView } from '#lib/reconciliation/queries/discrepancy-view.ts'
import type { DiscrepancyCell } from '#lib/reconciliation/rules/admin-reconciliation.ts'

/** Both sides of a difference, each under its head. */
const SIDES =
  'rounded-[8px] border border-line [&_:is(td,th)]:align-top [&_:is(td+td,tbody_th+td,thead_th+th)]:border-s [&_:is(td+td,tbody_th+td,thead_th+th)]:border-s-hair [&_tbody_th]:font-medium [&_tbody_th]:text-ink-soft [&_tr[data-differs]>td]:bg-amber-wash'

/** What both sides say, next to each other; what differs is marked by colour and by words. */
export function SidesTable({ discrepancy }: { discrepancy: DiscrepancyView }) {
  const t = useTranslations('admin-reconciliation')
  const tLabel = useTranslations('admin.label')
  const { rows, sides } = discrepancy

  return (
    <DataTable
      label={t('sides.title')}
      heads={[{ head: tLabel('detail'), isHidden: true }, ...sides.map((side) => t(`side.${side}`))]}
      className={SIDES}
    >
      {rows.map(({ key, cells, differs }) => (
        <tr key={key} data-differs={differs ? '' : undefined}>
          <th scope="row">
            {knownLabel(t, 'fact', key)}
            {differs ? <span className="sr-only"> ({t('sides.differs')})</span> : null}
          </th>
          {sides.map((side, index) => (
            <td key={side} className="whitespace-normal phone:min-w-32">
              <Cell cell={cells[index] ?? null} />
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  )
}

function Cell({ cell }: { cell: DiscrepancyCell | null }) {
  const t = useTranslations('admin')
  const tAdminReconciliation = useTranslations('admin-reconciliation')
  if (cell === null) return <span className="a-soft">{t('label.nothing')}</span>
  if (cell.kind === 'money') return <MoneyAmount minor={cell.minor} currency={cell.currency} />
  if (cell.kind === 'cost') return <ExactSum amount={cell.amount} currency={cell.currency} />
  if (cell.kind === 'moment') return <LocalTime at={cell.at} show="moment" />
  if (cell.kind === 'cards') return <Esims iccids={cell.iccids} />
  if (cell.href) {
    return (
      <Link className="a-id a-link" href={cell.href}>
        {cell.text}
      </Link>
    )
  }
  if (cell.kind === 'line' || cell.kind === 'payment') return knownLabel(t, cell.kind, cell.text)
  if (cell.kind === 'network') return <NetworkStatus status={Number(cell.text)} />
  if (cell.kind === 'provider') return knownLabel(tAdminReconciliation, 'provider', cell.text)

  return <bdi className={cell.kind === 'id' ? 'a-id wrap-anywhere whitespace-normal' : undefined}>{cell.text}</bdi>
}

function Esims({ iccids }: { iccids: string[] }) {
  const t = useTranslations('admin-reconciliation')
  if (iccids.length === 0) return t('sides.noCards')

  return iccids.map((iccid) => (
    <span key={iccid} className="a-id block">
      {iccid}
    </span>
  ))
}

/** The number that the network gave, with its meaning where one is documented. */
export function NetworkStatus({ status }: { status: number | null }) {
  const t = useTranslations('admin.status')
  if (status === null) return t('notRead')

  return [0, 2, 4].includes(status) ? t(`s${status as 0 | 2 | 4}`) : t('unknown', { status })
}
