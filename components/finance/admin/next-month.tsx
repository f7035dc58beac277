import { useTranslations } from 'next-intl'
import { CloseMonth } from '#components/finance/admin/close-month.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Panel } from '#components/ui/admin/panel.tsx'
import type { FinanceBook } from '#lib/finance/rules/admin-finance.ts'
import type { MonthOpen, NextMonth } from '#lib/finance/rules/month-close.ts'
import { discrepancyAddress } from '#lib/reconciliation/rules/reconciled-kinds.ts'

/** The month that comes next: what is in the way, or the button that closes it. */
export function NextMonthPanel({ next, book, mayClose }: { next: NextMonth; book: FinanceBook; mayClose: boolean }) {
  const t = useTranslations('admin-finance.months')
  const { id, month, isOver, open } = next

  return (
    <Panel
      id="next-month"
      title={t('next', { month })}
      beside={<span className="a-ph-end a-meta">{t(isOver ? (open.length > 0 ? 'barred' : 'ready') : 'running')}</span>}
    >
      {open.map((one) => (
        <OpenList key={one.kind} open={one} book={book} />
      ))}
      <div className="a-pb">
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
  const admin = useTranslations('admin')
  const word = (state: string) =>
    kind === 'findings'
      ? knownWords(admin, 'discrepancy', state)
      : kind === 'refunds'
        ? knownWords(admin, 'refundState', state)
        : knownWords(admin, kind === 'lines' ? 'line' : 'payment', state)

  return (
    <div className="a-open-list">
      <h3>{t(`open.${kind}`, { count })}</h3>
      <ul>
        {first.map(({ orderId, number, state, discrepancyId }, index) => (
          <li key={discrepancyId ?? `${orderId} ${state} ${index}`}>
            {orderId && number ? (
              <GoLink className="a-id a-link" href={`/admin/orders/${orderId}`}>
                {number}
              </GoLink>
            ) : (
              t('open.noOrder')
            )}{' '}
            {discrepancyId ? (
              <GoLink className="a-link" href={discrepancyAddress(discrepancyId)}>
                {word(state)}
              </GoLink>
            ) : (
              <span className="a-soft">{word(state)}</span>
            )}
          </li>
        ))}
      </ul>
      {count > first.length ? (
        <p className="a-meta">
          <GoLink className="a-link" href={filterAddress('/admin/finance/months', { book, open: kind })}>
            {t('open.more', { count: count - first.length })}
          </GoLink>
        </p>
      ) : null}
    </div>
  )
}
