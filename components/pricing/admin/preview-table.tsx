import { useTranslations } from 'next-intl'
import { PlanName } from '#components/orders/admin/plan-name.tsx'
import { useRuleLabels } from '#components/pricing/admin/rule-labels.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { ExactSum, MoneyAmount, sumText } from '#components/ui/admin/money-amount.tsx'
import { Mark } from '#components/ui/admin/panel.tsx'
import { DestinationCell } from '#components/ui/admin/relative-time.tsx'
import { Tabs } from '#components/ui/admin/tabs.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import type { DraftView } from '#lib/pricing/queries/admin-pricing.ts'
import type { PreviewView } from '#lib/pricing/queries/admin-pricing-names.ts'

/** A plan by its destination, leading to why it has its price. */
export function PricedPlan({ row }: { row: Pick<PreviewView, 'id' | 'iso2' | 'destination' | 'plan'> }) {
  return (
    <DestinationCell iso2={row.iso2} title={row.destination}>
      <Link className="a-link" href={`/admin/pricing?why=${row.id}#why`}>
        <bdi>{row.destination}</bdi> <PlanName plan={row.plan} />
      </Link>
    </DestinationCell>
  )
}

/** Which of the changed plans are shown. */
export const PREVIEW_TABS = ['all', 'underFloor', 'cheaper', 'dearer', 'large', 'shop'] as const
export type PreviewTab = (typeof PREVIEW_TABS)[number]

const LARGE = 1_000
const PAGE = 50

type PreviewTableProps = {
  draft: DraftView
  tab: PreviewTab
  from: number
  currency: string
  costCurrency: string
}

/** Every plan that a draft changes: the price now, the price then, what remains of both, and the rule that decides. */
export function PreviewTable({ draft, tab, from, currency, costCurrency }: PreviewTableProps) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  const tag = useTag()
  const labels = useRuleLabels(currency)
  const rows = draft.rows.filter((row) => isIn(tab, row))
  const shown = rows.slice(from, from + PAGE)
  const none = tLabel('none')
  const sum = (minor: number | null, no = none) =>
    minor === null ? no : <MoneyAmount minor={minor} currency={currency} bare />
  const changeOf = ({ before, after }: PreviewView) => {
    const [was, is] = [soldFor(before), wouldCost(after)]

    return was === null || is === null ? none : signed(is - was, currency, tag)
  }
  const converted = {
    ...{ head: currency, className: 'a-num' },
    cell: ({ costMinor }: PreviewView) => sum(costMinor),
  }
  const address = (part: Partial<{ show: PreviewTab; from: number }>) =>
    `/admin/pricing?${new URLSearchParams({ draft: draft.id, show: part.show ?? tab, from: String(part.from ?? 0) })}#draft`

  return (
    <>
      <Tabs
        {...{ label: t('preview.tabs'), className: 'px-3.5', all: PREVIEW_TABS, here: tab, current: 'true' }}
        href={(show) => address({ show })}
        name={(one) => (
          <>
            {t(`preview.tab.${one}`)}&nbsp;<b>{draft.rows.filter((row) => isIn(one, row)).length}</b>
          </>
        )}
      />
      <ListTable
        label={t('preview.title')}
        className="a-tbl-pin"
        rows={shown}
        empty={t('preview.empty')}
        first={[
          { head: tLabel('plan'), isName: true, cell: (row) => <PricedPlan row={row} /> },
          {
            ...{ head: tLabel('cost'), className: 'a-num a-soft' },
            cell: ({ cost }) => <ExactSum amount={cost} currency={costCurrency} />,
          },
          ...(costCurrency === currency ? [] : [converted]),
          {
            ...{ head: t('preview.now', { currency }), className: 'a-num a-soft' },
            cell: ({ before }) => sum(soldFor(before), t('why.notSold')),
          },
          {
            ...{ head: t('preview.then', { currency }), className: 'a-num font-semibold' },
            cell: ({ after }) => sum(wouldCost(after), t('why.notSold')),
          },
          { head: t('preview.change'), className: 'a-num', cell: (row) => <bdi>{changeOf(row)}</bdi> },
          {
            ...{ head: t('preview.marginNow'), className: 'a-num a-soft' },
            cell: ({ before }) => labels.share(before.marginShare),
          },
          {
            ...{ head: { head: t('preview.marginThen'), 'aria-sort': 'ascending' as const }, className: 'a-num' },
            cell: ({ kind, after }) => (
              <span className={kind === 'underFloor' ? 'font-semibold text-rust' : undefined}>
                {labels.share(after.marginShare)}
              </span>
            ),
          },
          { head: tLabel('decidingRule'), cell: (row) => <Decided row={row} currency={currency} /> },
        ]}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-3.5 py-2 text-small text-ink-soft">
        <span>
          {t('preview.rows', { first: Math.min(from + 1, rows.length), last: from + shown.length, count: rows.length })}
        </span>
        {from > 0 ? (
          <Link className="btn" href={address({ from: Math.max(0, from - PAGE) })}>
            {t('preview.before')}
          </Link>
        ) : null}
        {from + PAGE < rows.length ? (
          <Link className="btn" href={address({ from: from + PAGE })}>
            {t('preview.after')}
          </Link>
        ) : null}
      </div>
    </>
  )
}

function soldFor({ price }: PreviewView['before']): number | null {
  return price?.minor ?? null
}

function wouldCost({ price, wouldBeMinor }: PreviewView['after']): number | null {
  return price?.minor ?? wouldBeMinor
}

function Decided({ row: { kind, after, rule }, currency }: { row: PreviewView; currency: string }) {
  const t = useTranslations('admin-pricing')
  const labels = useRuleLabels(currency)
  if (kind === 'underFloor') return <Mark tone="stop">{t('preview.under')}</Mark>
  if (after.reason) return <Mark tone="plain">{t('preview.leaves')}</Mark>

  return <span className="a-soft">{rule ? labels.name(rule) : t('noRule')}</span>
}

function isIn(tab: PreviewTab, { kind, change }: PreviewView): boolean {
  if (tab === 'all') return true
  if (tab === 'large') return Math.abs(change ?? 0) > LARGE
  if (tab === 'shop') return kind === 'entering' || kind === 'leaving'

  return kind === tab
}

function signed(minor: number, currency: string, tag: string): string {
  const text = sumText(minor, currency, tag)

  return minor > 0 ? `+${text}` : text
}
