import { useTranslations } from 'next-intl'
import { ledgerAddress } from '#components/finance/admin/finance-filters.tsx'
import { DescriptionList } from '#components/ui/admin/description-list.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { ExactSum } from '#components/ui/admin/sum.tsx'
import type { Decimal } from '#lib/core/rules/decimal.ts'
import { creditForecast, type LedgerFilter, type LedgerStatus } from '#lib/finance/rules/provider-ledger.ts'

/** What is left at the supplier in one currency, what it is made of, and how long it lasts. */
export function StatusPanel({ status, floor }: { status: LedgerStatus; floor: Decimal | null }) {
  const t = useTranslations('admin-finance.supplier')
  const { currency, balance, lastsDays, recentDays, recentSince } = status
  const sum = (text: string) => <ExactSum amount={text} currency={currency} />
  const behind = (kind: LedgerFilter['kind'], text: string, since: string | null = null) => (
    <GoLink className="a-link" href={`${ledgerAddress({ kind, currency, since })}#entries`}>
      {sum(text)}
    </GoLink>
  )
  const toFloor = floor === null ? null : creditForecast(status, floor)
  const id = `standing-${currency}`

  return (
    <Panel
      id={id}
      title={t('left', { currency })}
      beside={
        <span className="a-ph-end a-meta">
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
