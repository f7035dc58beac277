import { useTranslations } from 'next-intl'
import { HideToggle } from '#components/catalog/admin/hide-toggle.tsx'
import { SaleAnswer, SalePrice } from '#components/catalog/admin/sale-cells.tsx'
import { PlanName, usePlanText } from '#components/orders/admin/plan-name.tsx'
import { shareText, useRuleWords } from '#components/pricing/admin/rule-words.ts'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { exactText } from '#components/ui/admin/exact-text.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { type Column, ColumnChoice, RowCells, shownColumns } from '#components/ui/admin/list-table.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { AdminDestination, AdminPlan } from '#lib/catalog/rules/admin-destination.ts'
import type { ListColumn } from '#lib/core/rules/lists.ts'

type PlanTableProps = {
  destination: AdminDestination
  hidden: readonly ListColumn<'plans'>[]
  seesCosts: boolean
  mayChange: boolean
  tag: string
}

/** The plans of a destination: what each costs and is sold for, which rule says so, or the one reason why it is not. */
export function PlanTable({ destination, hidden, seesCosts, mayChange, tag }: PlanTableProps) {
  const t = useTranslations('admin-catalogue')
  const planText = usePlanText()
  const { plans } = destination
  const all = useColumns(destination, tag).filter(({ name }) => seesCosts || !COSTS.includes(name))
  const columns = shownColumns(all, hidden)
  const title = t('plans.title', { count: plans.length })

  return (
    <Panel id="plans" title={title} beside={<ColumnChoice list="plans" columns={all} hidden={hidden} />}>
      {plans.length === 0 ? <p className="a-emptyline">{t('plans.empty')}</p> : null}
      <DataTable
        label={title}
        heads={[t('plans.plan'), ...columns, ...(mayChange ? [{ head: t('plans.acts'), isHidden: true }] : [])]}
        className="a-tbl-pin"
      >
        {plans.map((plan) => (
          <tr key={plan.id}>
            <th scope="row">
              <PlanName plan={plan.plan} />
              {plan.isDayPass ? <span className="a-soft"> {t('plans.perDay')}</span> : null}
            </th>
            <RowCells columns={columns} row={plan} />
            {mayChange ? (
              <td className="a-num">
                <HideToggle what={{ planId: plan.id }} name={planText(plan.plan)} isHidden={plan.isHidden} />
              </td>
            ) : null}
          </tr>
        ))}
      </DataTable>
    </Panel>
  )
}

const COSTS: readonly string[] = ['cost', 'margin', 'rule']

function useColumns(
  { currency, costCurrency, asOf }: AdminDestination,
  tag: string,
): Column<AdminPlan, ListColumn<'plans'>>[] {
  const t = useTranslations('admin-catalogue.plans')
  const words = useRuleWords(currency)

  return [
    {
      name: 'cost',
      head: t('cost', { currency: costCurrency }),
      className: 'a-num a-soft',
      cell: ({ cost }) => (cost === null ? null : exactText(cost, tag)),
    },
    {
      name: 'price',
      head: t('price', { currency }),
      className: 'a-num',
      cell: ({ sale }) => <SalePrice sale={sale} currency={currency} />,
    },
    {
      name: 'margin',
      head: t('margin'),
      className: 'a-num',
      cell: ({ sale }) => (sale.marginShare === null ? t('none') : shareText(sale.marginShare, tag)),
    },
    {
      name: 'rule',
      head: t('rule'),
      cell: ({ id, rule }) =>
        rule ? (
          <GoLink className="a-link" href={`/admin/pricing?why=${id}#why`}>
            {words.name(rule)}
          </GoLink>
        ) : (
          t('none')
        ),
    },
    { name: 'answer', head: t('answer'), className: 'a-wrap', cell: (plan) => <OnSale plan={plan} now={asOf} /> },
    { name: 'facts', head: t('facts'), className: 'a-wrap', cell: ({ facts }) => <Facts facts={facts} /> },
  ]
}

// Stock is a fact of a moment, and no reason: the plan stays on sale, and every quote asks for it anew.
function OnSale({ plan: { sale, noStock }, now }: { plan: AdminPlan; now: Date }) {
  const t = useTranslations('admin-catalogue.plans')

  return (
    <>
      <SaleAnswer sale={sale} />
      {noStock ? (
        <span className="a-sub">
          {t.rich('noStock', { count: noStock.count, age: () => <RelativeTime since={noStock.at} now={now} /> })}
        </span>
      ) : null}
    </>
  )
}

function Facts({ facts }: Pick<AdminPlan, 'facts'>) {
  const t = useTranslations('admin')
  const own = useTranslations('admin-catalogue.plans')

  return (
    <details>
      <summary className="a-opens">{own('facts')}</summary>
      <dl className="a-facts">
        {facts.map(({ key, value }) => (
          <div key={key}>
            <dt>{knownWords(t, 'planFact', key)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
