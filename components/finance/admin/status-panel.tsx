import { useTranslations } from 'next-intl'
import { ledgerAddress } from '#components/finance/admin/finance-filters.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { Pager } from '#components/ui/admin/list-page.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { ExactSum } from '#components/ui/admin/money-amount.tsx'
import { DescriptionList, Panel } from '#components/ui/admin/panel.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import type { Decimal } from '#lib/core/rules/decimal.ts'
import { creditForecast, type LedgerFilter, type LedgerStatus } from '#lib/finance/rules/provider-ledger.ts'
import type { MoneyDiscrepanciesPart } from '#lib/reconciliation/queries/admin-money-discrepancies.ts'
import { discrepancyAddress } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

/** What is left at the supplier in one currency, what it is made of, and how long it lasts. */
export function StatusPanel({ status, floor }: { status: LedgerStatus; floor: Decimal | null }) {
  const t = useTranslations('admin-finance.supplier')
  const { currency, balance, lastsDays, recentDays, recentSince } = status
  const sum = (text: string) => <ExactSum amount={text} currency={currency} />
  const behind = (kind: LedgerFilter['kind'], text: string, since: string | null = null) => (
    <Link className="a-link" href={`${ledgerAddress({ kind, currency, since })}#entries`}>
      {sum(text)}
    </Link>
  )
  const toFloor = floor === null ? null : creditForecast(status, floor)
  const id = `standing-${currency}`

  return (
    <Panel
      id={id}
      title={t('left', { currency })}
      beside={
        <span className="ms-auto a-meta">
          {balance === null
            ? t('unknown')
            : lastsDays === null
              ? t('noPace', { days: recentDays })
              : toFloor
                ? t('lastsToFloor', { count: toFloor.days })
                : t('lasts', { count: lastsDays })}
        </span>
      }
    >
      <DescriptionList
        pairs={[
          { name: t('balance'), value: balance === null ? t('unknown') : behind(null, balance) },
          { name: t('deposits'), value: behind('deposit', status.deposits) },
          { name: t('withdrawals'), value: behind('withdrawal', status.withdrawals) },
          { name: t('spend'), value: behind('spend', status.spend) },
          { name: t('confirmedCredits'), value: behind('confirmed_credit', status.confirmed) },
          { name: t('expectedCredits'), value: behind('expected_credit', status.expected) },
          {
            name: t('recent', { days: recentDays }),
            value: behind('spend', status.recentSpend, recentSince.toISOString()),
          },
          ...(floor === null ? [] : [{ name: t('floor.name'), value: sum(floor) }]),
        ]}
      />
    </Panel>
  )
}

type MoneyDiscrepanciesProps = {
  id: string
  title: string
  empty: string
  part: MoneyDiscrepanciesPart
  /** The way back to the beginning of the part, and on. */
  pages: { first: string | null; next: string | null }
}

/** Differences about money; each leads to the place where it is settled. */
export function MoneyDiscrepanciesPanel({
  id,
  title,
  empty,
  part: { rows, count },
  pages: { first, next },
}: MoneyDiscrepanciesProps) {
  const t = useTranslations('admin-finance')
  const admin = useTranslations('admin')
  const said = rows.length < count ? admin('label.onPage', { shown: rows.length, count }) : count

  return (
    <Panel id={id} title={title} beside={<span className="ms-auto a-meta">{said}</span>}>
      <ListTable
        label={title}
        rows={rows}
        empty={empty}
        isWalked
        first={[
          {
            ...{ head: t('what'), isName: true },
            cell: ({ id: one, kind }) => (
              <Link className="a-link" href={discrepancyAddress(one)}>
                {knownLabel(admin, 'discrepancy', kind)}
              </Link>
            ),
          },
          { head: t('payments.about'), cell: ({ subject }) => <bdi className="a-id">{subject}</bdi> },
          {
            head: admin('label.order'),
            cell: ({ order }) => (
              <OrderLink {...order} none={<span className="a-soft">{t('payments.noOrder')}</span>} />
            ),
          },
          {
            ...{ head: admin('label.atRisk'), className: 'a-num' },
            cell: ({ risk }) => (risk ? <ExactSum {...risk} /> : t('unknown')),
          },
          {
            ...{ head: admin('label.since'), className: 'a-soft' },
            cell: ({ openedAt }) => <LocalTime at={openedAt} show="moment" />,
          },
        ]}
      />
      <Pager
        label={t('payments.pages', { part: title })}
        before={first ? { href: first, label: t('payments.first') } : null}
        next={next ? { href: next, label: t('payments.next') } : null}
      />
    </Panel>
  )
}
