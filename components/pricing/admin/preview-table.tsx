import { useTranslations } from 'next-intl'
import { PlanName } from '#components/orders/admin/plan-name.tsx'
import { shareText, useRuleLabels } from '#components/pricing/admin/rule-labels.ts'
import { Link, TAB } from '#components/ui/admin/link.tsx'
import { DataTable } from '#components/ui/admin/list-table.tsx'
import { ExactSum, MoneyAmount, sumText } from '#components/ui/admin/money-amount.tsx'
import { Mark } from '#components/ui/admin/panel.tsx'
import { DestinationCell } from '#components/ui/admin/relative-time.tsx'
import { TabStrip } from '#components/ui/admin/tab-strip.tsx'
import type { DraftView, PreviewView } from '#lib/pricing/rules/admin-pricing.ts'

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
  tag: string
}

/** Every plan that a draft changes: the price now, the price then, what remains of both, and the rule that decides. */
export function PreviewTable({ draft, tab, from, currency, costCurrency, tag }: PreviewTableProps) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  const rows = draft.rows.filter((row) => isIn(tab, row))
  const shown = rows.slice(from, from + PAGE)
  const address = (part: Partial<{ show: PreviewTab; from: number }>) =>
    `/admin/pricing?${new URLSearchParams({ draft: draft.id, show: part.show ?? tab, from: String(part.from ?? 0) })}#draft`

  return (
    <>
      <TabStrip label={t('preview.tabs')} className="px-3.5">
        {PREVIEW_TABS.map((one) => (
          <Link key={one} className={TAB} href={address({ show: one })} aria-current={one === tab ? 'true' : undefined}>
            {t(`preview.tab.${one}`)}&nbsp;<b>{draft.rows.filter((row) => isIn(one, row)).length}</b>
          </Link>
        ))}
      </TabStrip>
      {shown.length === 0 ? (
        <p className="a-emptyline">{t('preview.empty')}</p>
      ) : (
        <DataTable
          label={t('preview.title')}
          heads={[
            tLabel('plan'),
            { head: tLabel('cost'), className: 'a-num' },
            ...(costCurrency === currency ? [] : [{ head: currency, className: 'a-num' }]),
            { head: t('preview.now', { currency }), className: 'a-num' },
            { head: t('preview.then', { currency }), className: 'a-num' },
            { head: t('preview.change'), className: 'a-num' },
            { head: t('preview.marginNow'), className: 'a-num' },
            { head: t('preview.marginThen'), className: 'a-num', 'aria-sort': 'ascending' },
            tLabel('decidingRule'),
          ]}
          className="a-tbl-pin"
        >
          {shown.map((row) => (
            <PreviewRow key={row.id} row={row} currency={currency} costCurrency={costCurrency} tag={tag} />
          ))}
        </DataTable>
      )}
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

type RowProps = { row: PreviewView; currency: string; costCurrency: string; tag: string }

function PreviewRow({ row, currency, costCurrency, tag }: RowProps) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  const labels = useRuleLabels(currency)
  const { before, after } = row
  const [was, is] = [before.price?.minor ?? null, after.price?.minor ?? after.wouldBeMinor]
  const isUnder = row.kind === 'underFloor'
  const share = (value: number | null) => (value === null ? tLabel('none') : shareText(value, tag))

  return (
    <tr>
      <th scope="row">
        <PricedPlan row={row} />
      </th>
      <td className="a-num a-soft">
        <ExactSum amount={row.cost} currency={costCurrency} />
      </td>
      {costCurrency === currency ? null : (
        <td className="a-num">
          {row.costMinor === null ? tLabel('none') : <MoneyAmount minor={row.costMinor} currency={currency} bare />}
        </td>
      )}
      <td className="a-num a-soft">
        {was === null ? t('why.notSold') : <MoneyAmount minor={was} currency={currency} bare />}
      </td>
      <td className="a-num font-semibold">
        {is === null ? t('why.notSold') : <MoneyAmount minor={is} currency={currency} bare />}
      </td>
      <td className="a-num">
        <bdi>{was === null || is === null ? tLabel('none') : signed(is - was, currency, tag)}</bdi>
      </td>
      <td className="a-num a-soft">{share(before.marginShare)}</td>
      <td className={isUnder ? 'a-num font-semibold text-rust' : 'a-num'}>{share(after.marginShare)}</td>
      <td>
        {isUnder ? (
          <Mark tone="stop">{t('preview.under')}</Mark>
        ) : after.reason ? (
          <Mark tone="plain">{t('preview.leaves')}</Mark>
        ) : (
          <span className="a-soft">{row.rule ? labels.name(row.rule) : t('noRule')}</span>
        )}
      </td>
    </tr>
  )
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
