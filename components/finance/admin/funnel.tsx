import { useTranslations } from 'next-intl'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { dayFields, ListFilters, listAt } from '#components/ui/admin/list-page.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { FormattedNumber } from '#components/ui/admin/money-amount.tsx'
import { Tabs } from '#components/ui/admin/tabs.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import type { FinanceRange } from '#lib/finance/rules/admin-finance.ts'
import {
  FUNNEL_STEPS,
  type FunnelRow,
  type StepCounts,
  shareOf,
  UNCOUNTED,
  VISIT_GROUPS,
  type VisitFilter,
} from '#lib/finance/rules/visits.ts'

/** Returns the address of the page of visits with a filter in it. */
export function visitsAddress(filter: Partial<VisitFilter>): string {
  return filterAddress('/admin/finance/visits', filter)
}

const NARROWED = ['locale', 'currency', 'referrer', 'source', 'campaign'] as const

/** Which days and visits are meant, and what rows tell apart. */
export function VisitFilters({ filter, range: { from, to } }: { filter: VisitFilter; range: FinanceRange }) {
  const t = useTranslations('admin-finance')
  const tLabel = useTranslations('admin.label')

  return (
    <>
      <Tabs
        {...{ label: t('by.label'), all: VISIT_GROUPS, here: filter.by }}
        name={(by) => t(`visits.by.${by}`)}
        href={(by) => visitsAddress({ ...filter, by })}
      />
      <ListFilters
        list={listAt('visits', { ...filter, from, to })}
        fields={[
          ...dayFields(tLabel('from'), tLabel('to')),
          ...NARROWED.map((name) => ({ name, label: t(`visits.by.${name}`), maxLength: 64, dir: 'ltr' as const })),
        ]}
        send={tLabel('show')}
      />
    </>
  )
}

/** Each step with its count, as a bar beside the largest, and its share of the step before. */
export function FunnelSteps({ counts }: { counts: StepCounts }) {
  const t = useTranslations('admin-finance.visits')
  const most = Math.max(1, ...FUNNEL_STEPS.map((step) => counts[step] ?? 0))

  return (
    <ol className="p-3.5 grid gap-2">
      {FUNNEL_STEPS.map((step) => (
        <li key={step} className="grid grid-cols-[minmax(6rem,10rem)_minmax(0,1fr)] items-center gap-x-3">
          <span>{t(`step.${step}`)}</span>
          <span>
            <StepCell counts={counts} step={step} />
            <span
              aria-hidden="true"
              className="mt-1 block h-2 rounded-full bg-sea"
              style={{ width: `${((counts[step] ?? 0) / most) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ol>
  )
}

function StepCell({ counts, step }: { counts: StepCounts; step: keyof StepCounts }) {
  const t = useTranslations('admin-finance.visits')
  const tag = useTag()
  const count = counts[step]
  const share = shareOf(counts, step)
  if (count === null) return <span className="a-soft">{t('unknown')}</span>

  return (
    <>
      <FormattedNumber value={count} />
      {share === null ? null : (
        <span className="a-soft ms-1.5">
          <bdi>{new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 }).format(share)}</bdi>
        </span>
      )}
    </>
  )
}

/** The steps of each day, language, currency or origin; what a row is about narrows the figures to it. */
export function FunnelTable({ rows, filter, label }: { rows: FunnelRow[]; filter: VisitFilter; label: string }) {
  const t = useTranslations('admin-finance.visits')
  const narrow = (key: string) =>
    filter.by === 'day' ? { by: 'referrer' as const, from: key, to: key } : { by: 'day' as const, [filter.by]: key }

  return (
    <ListTable
      {...{ label, rows }}
      empty={t('empty')}
      keyOf={({ key }) => key}
      first={[
        {
          ...{ head: t(`by.${filter.by}`), isName: true },
          cell: ({ key }) =>
            key === '' || key === UNCOUNTED ? (
              t(key === '' ? 'direct' : 'uncounted')
            ) : (
              <Link className="a-link" href={visitsAddress({ ...filter, ...(narrow(key) as Partial<VisitFilter>) })}>
                <bdi>{key}</bdi>
              </Link>
            ),
        },
        ...FUNNEL_STEPS.map((step) => ({
          ...{ head: t(`step.${step}`), className: 'a-num' },
          cell: ({ counts }: FunnelRow) => <StepCell counts={counts} step={step} />,
        })),
      ]}
    />
  )
}
