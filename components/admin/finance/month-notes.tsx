import { useTranslations } from 'next-intl'
import { ExactSum } from '#components/admin/exact-sum.tsx'
import { type Pair, Pairs } from '#components/admin/pairs.tsx'
import { Panel } from '#components/admin/panel.tsx'
import { Sum } from '#components/admin/sum.tsx'
import type { MonthNotes } from '#lib/domain/month-close.ts'

/** What was compared and what was left at the close of a month. */
export function MonthNotesPanel({ notes }: { notes: MonthNotes }) {
  const t = useTranslations('admin-finance.months.note')
  const { takenMinor, differing, unknownCosts, openCredits } = notes
  const pairs: Pair[] = [
    ...takenMinor.flatMap(({ currency, takenMinor: taken, soldMinor }) => [
      { name: t('taken', { currency }), value: <Sum minor={taken} currency={currency} /> },
      { name: t('sold', { currency }), value: <Sum minor={soldMinor} currency={currency} /> },
      { name: t('difference', { currency }), value: <Sum minor={taken - soldMinor} currency={currency} /> },
    ]),
    ...(differing.length === 0 ? [] : [{ name: t('differing'), value: <bdi>{differing.join(', ')}</bdi> }]),
    { name: t('unknownCosts'), value: unknownCosts },
    ...openCredits.map(({ currency, amount, count }) => ({
      name: t('openCredits', { count }),
      value: <ExactSum amount={amount} currency={currency} />,
    })),
  ]

  return (
    <Panel id="month-notes" title={t('title')}>
      <Pairs pairs={pairs} />
    </Panel>
  )
}
