import { useTranslations } from 'next-intl'
import { PricedPlan } from '#components/pricing/admin/priced-plan.tsx'
import { shareText, useRuleWords } from '#components/pricing/admin/rule-words.ts'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { ExactSum } from '#components/ui/admin/exact-sum.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Pager } from '#components/ui/admin/pager.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Sum } from '#components/ui/admin/sum.tsx'
import type { PricingView } from '#lib/pricing/rules/admin-pricing.ts'

const PAGE = 50

type Address = { rule: string; draft: string | null; from?: number }

/** Returns the address of the plans that a rule decides. */
export function decidedAddress({ rule, draft, from = 0 }: Address): string {
  return `${filterAddress('/admin/pricing', { draft, rule, from: from === 0 ? null : String(from) })}#decided`
}

type DecidedPanelProps = { view: PricingView; address: Required<Address>; tag: string }

/** The plans whose price a rule decides today, the smallest margin first. */
export function DecidedPanel({ view, address, tag }: DecidedPanelProps) {
  const t = useTranslations('admin-pricing')
  const words = useRuleWords(view.currency)
  if (!view.decided) return null
  const { rule, rows } = view.decided
  const { from } = address
  const to = (first: number) => decidedAddress({ ...address, from: first })

  return (
    <Panel id="decided" title={t('decided.title', { rule: words.name(rule), count: rows.length })}>
      <DataTable
        label={t('decided.title', { rule: words.name(rule), count: rows.length })}
        heads={[
          t('preview.plan'),
          { head: t('preview.cost'), className: 'a-num' },
          { head: t('preview.now', { currency: view.currency }), className: 'a-num' },
          { head: t('preview.marginNow'), className: 'a-num' },
        ]}
      >
        {rows.slice(from, from + PAGE).map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <PricedPlan row={row} />
            </th>
            <td className="a-num a-soft">
              <ExactSum amount={row.cost} currency={view.costCurrency} />
            </td>
            <td className="a-num">
              {row.after.price ? <Sum minor={row.after.price.minor} currency={view.currency} bare /> : t('none')}
            </td>
            <td className="a-num">
              {row.after.marginShare === null ? t('none') : shareText(row.after.marginShare, tag)}
            </td>
          </tr>
        ))}
      </DataTable>
      <Pager
        label={t('decided.pages')}
        before={from > 0 ? { href: to(Math.max(0, from - PAGE)), words: t('preview.before') } : null}
        next={from + PAGE < rows.length ? { href: to(from + PAGE), words: t('preview.after') } : null}
      />
    </Panel>
  )
}
