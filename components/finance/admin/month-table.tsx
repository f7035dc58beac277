import { useTranslations } from 'next-intl'
import { CloseMonth } from '#components/finance/admin/close-month.tsx'
import { ledgerAddress } from '#components/finance/admin/finance-filters.tsx'
import { type HiddenMetrics, LinesLink, useLinkedMetrics } from '#components/finance/admin/metric-cells.tsx'
import { orderAddress } from '#components/orders/admin/order-filters.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { DataTable, RowCells } from '#components/ui/admin/list-table.tsx'
import { ExactSum, MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { DescriptionList, type Pair, Panel } from '#components/ui/admin/panel.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import type { FinanceBook } from '#lib/finance/rules/admin-finance.ts'
import type {
  ClosedMonth,
  MonthLinesFilter,
  MonthNotes,
  MonthOpen,
  MonthSum,
  NextMonth,
} from '#lib/finance/rules/month-close.ts'
import { discrepancyAddress } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

/** Closed months, newest first: their own lines, and what happened in them to lines of months before. */
export function MonthTable({ months, label, hidden }: { months: ClosedMonth[]; label: string; hidden: HiddenMetrics }) {
  const t = useTranslations('admin-finance.months')
  const tLabel = useTranslations('admin.label')
  const tFinance = useTranslations('admin-finance')
  const metrics = useLinkedMetrics(hidden, monthLines)

  return (
    <DataTable
      label={label}
      heads={[tFinance('by.month'), t('part'), { head: tLabel('items'), className: 'a-num' }, ...metrics]}
    >
      {months.flatMap((month) =>
        month.sums.length === 0 ? (
          <tr key={month.id} data-row>
            <MonthName month={month} />
            <td className="a-soft" colSpan={metrics.length + 2}>
              {t('nothing')}
            </td>
          </tr>
        ) : (
          month.sums.map((sum) => (
            <tr key={`${month.id} ${sum.currency} ${sum.costCurrency} ${sum.isCorrection}`} data-row>
              <MonthName month={month} />
              <PartCells sum={{ ...sum, monthId: month.id }} />
              <RowCells columns={metrics} row={{ ...sum, monthId: month.id }} />
            </tr>
          ))
        ),
      )}
    </DataTable>
  )
}

function MonthName({ month: { id, month } }: { month: ClosedMonth }) {
  return (
    <th scope="row">
      <Link className="a-link" href={`/admin/finance/months/${id}`}>
        <bdi>{month}</bdi>
      </Link>
    </th>
  )
}

type PartSum = MonthSum & { monthId: string }

function PartCells({ sum }: { sum: PartSum }) {
  const t = useTranslations('admin-finance.months')
  const href = monthLines(sum, 'all')

  return (
    <>
      <td>
        <Link className="a-link" href={href}>
          {t(sum.isCorrection ? 'corrections' : 'own')}
        </Link>
      </td>
      <td className="a-num">
        <LinesLink href={href} isBeside>
          {sum.lines}
        </LinesLink>
      </td>
    </>
  )
}

/** The bookings behind a sum of a closed month. A correction is one, whatever is known about its cost. */
function monthLines({ monthId, isCorrection }: PartSum, lines: 'all' | 'unknown_cost'): string {
  return monthAddress(monthId, isCorrection ? 'corrections' : lines === 'all' ? 'own' : 'unknown_cost')
}

/** Returns the address of a part of the bookings of a closed month. */
export function monthAddress(id: string, part: MonthLinesFilter['part'] = 'own', after: string | null = null): string {
  return filterAddress(`/admin/finance/months/${id}`, { part: part === 'own' ? null : part, after })
}

/** What was compared and what was left at the close of a month. */
export function MonthNotesPanel({ id, notes }: { id: string; notes: MonthNotes }) {
  const t = useTranslations('admin-finance.months.note')
  const { takenMinor, differing, unknownCosts, openCredits } = notes
  const pairs: Pair[] = [
    ...takenMinor.flatMap(({ currency, takenMinor: taken, soldMinor }) => [
      { name: t('taken', { currency }), value: <MoneyAmount minor={taken} currency={currency} /> },
      {
        name: t('sold', { currency }),
        value: (
          <Link className="a-link" href={monthAddress(id)}>
            <MoneyAmount minor={soldMinor} currency={currency} />
          </Link>
        ),
      },
      { name: t('difference', { currency }), value: <MoneyAmount minor={taken - soldMinor} currency={currency} /> },
    ]),
    ...(differing.length === 0 ? [] : [{ name: t('differing'), value: <Numbers numbers={differing} /> }]),
    {
      name: t('unknownCosts'),
      value: (
        <Link className="a-link" href={monthAddress(id, 'unknown_cost')}>
          {unknownCosts}
        </Link>
      ),
    },
    ...openCredits.map(({ currency, amount, count }) => ({
      name: t('openCredits', { count }),
      value: (
        <Link className="a-link" href={ledgerAddress({ kind: 'expected_credit' })}>
          <ExactSum amount={amount} currency={currency} />
        </Link>
      ),
    })),
  ]

  return (
    <Panel id="month-notes" title={t('title')}>
      <DescriptionList pairs={pairs} />
    </Panel>
  )
}

function Numbers({ numbers }: { numbers: string[] }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
      {numbers.map((number) => (
        <Link key={number} className="a-id a-link" href={orderAddress({ q: number })}>
          {number}
        </Link>
      ))}
    </span>
  )
}

/** The month that comes next: what is in the way, or the button that closes it. */
export function NextMonthPanel({ next, book, mayClose }: { next: NextMonth; book: FinanceBook; mayClose: boolean }) {
  const t = useTranslations('admin-finance.months')
  const { id, month, isOver, open } = next

  return (
    <Panel
      id="next-month"
      title={t('next', { month })}
      beside={<span className="ms-auto a-meta">{t(isOver ? (open.length > 0 ? 'barred' : 'ready') : 'running')}</span>}
    >
      {open.map((one) => (
        <OpenList key={one.kind} open={one} book={book} />
      ))}
      <div className="p-3.5">
        {!isOver ? <p className="a-soft">{t('notOver')}</p> : null}
        {isOver && open.length > 0 ? <p className="a-soft">{t('settleFirst')}</p> : null}
        {isOver && open.length === 0 && mayClose ? <CloseMonth id={id} month={month} /> : null}
        {isOver && open.length === 0 && !mayClose ? <p className="a-soft">{t('notAllowed')}</p> : null}
      </div>
    </Panel>
  )
}

function OpenList({ open: { kind, count, first }, book }: { open: MonthOpen; book: FinanceBook }) {
  const t = useTranslations('admin-finance.months')
  const tFinance = useTranslations('admin-finance')
  const admin = useTranslations('admin')
  const word = (state: string) =>
    kind === 'findings'
      ? knownLabel(admin, 'discrepancy', state)
      : kind === 'refunds'
        ? knownLabel(admin, 'refundState', state)
        : knownLabel(admin, kind === 'lines' ? 'line' : 'payment', state)

  return (
    <div className="border-b border-hair px-3.5 py-2.5">
      <h3>{t(`open.${kind}`, { count })}</h3>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {first.map(({ orderId, number, state, discrepancyId }, index) => (
          <li key={discrepancyId ?? `${orderId} ${state} ${index}`}>
            {orderId && number ? <OrderLink id={orderId} number={number} /> : tFinance('payments.noOrder')}{' '}
            {discrepancyId ? (
              <Link className="a-link" href={discrepancyAddress(discrepancyId)}>
                {word(state)}
              </Link>
            ) : (
              <span className="a-soft">{word(state)}</span>
            )}
          </li>
        ))}
      </ul>
      {count > first.length ? (
        <p className="a-meta">
          <Link className="a-link" href={filterAddress('/admin/finance/months', { book, open: kind })}>
            {admin('label.andMore', { count: count - first.length })}
          </Link>
        </p>
      ) : null}
    </div>
  )
}
