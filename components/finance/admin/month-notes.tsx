import { useTranslations } from 'next-intl'
import { ledgerAddress } from '#components/finance/admin/ledger-address.ts'
import { monthAddress } from '#components/finance/admin/month-table.tsx'
import { orderAddress } from '#components/orders/admin/order-filters.tsx'
import { DescriptionList, type Pair } from '#components/ui/admin/description-list.tsx'
import { ExactSum } from '#components/ui/admin/exact-sum.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Sum } from '#components/ui/admin/sum.tsx'
import type { MonthNotes } from '#lib/finance/rules/month-close.ts'

/** What was compared and what was left at the close of a month. */
export function MonthNotesPanel({ id, notes }: { id: string; notes: MonthNotes }) {
  const t = useTranslations('admin-finance.months.note')
  const { takenMinor, differing, unknownCosts, openCredits } = notes
  const pairs: Pair[] = [
    ...takenMinor.flatMap(({ currency, takenMinor: taken, soldMinor }) => [
      { name: t('taken', { currency }), value: <Sum minor={taken} currency={currency} /> },
      {
        name: t('sold', { currency }),
        value: (
          <GoLink className="a-link" href={monthAddress(id)}>
            <Sum minor={soldMinor} currency={currency} />
          </GoLink>
        ),
      },
      { name: t('difference', { currency }), value: <Sum minor={taken - soldMinor} currency={currency} /> },
    ]),
    ...(differing.length === 0 ? [] : [{ name: t('differing'), value: <Numbers numbers={differing} /> }]),
    {
      name: t('unknownCosts'),
      value: (
        <GoLink className="a-link" href={monthAddress(id, 'unknown_cost')}>
          {unknownCosts}
        </GoLink>
      ),
    },
    ...openCredits.map(({ currency, amount, count }) => ({
      name: t('openCredits', { count }),
      value: (
        <GoLink className="a-link" href={ledgerAddress({ kind: 'expected_credit' })}>
          <ExactSum amount={amount} currency={currency} />
        </GoLink>
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
    <span className="a-row">
      {numbers.map((number) => (
        <GoLink key={number} className="a-id a-link" href={orderAddress({ q: number })}>
          {number}
        </GoLink>
      ))}
    </span>
  )
}
