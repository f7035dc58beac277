import { useTranslations } from 'next-intl'
import { HideToggle } from '#components/admin/catalogue/hide-toggle.tsx'
import { DataTable } from '#components/admin/data-table.tsx'
import { exactText } from '#components/admin/exact-text.ts'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { Mark } from '#components/admin/mark.tsx'
import { Panel } from '#components/admin/panel.tsx'
import { PlanName, usePlanText } from '#components/admin/plan-name.tsx'
import { shareText, useRuleWords } from '#components/admin/pricing/rule-words.ts'
import { Sum } from '#components/admin/sum.tsx'
import type { AdminDestination, AdminPlan } from '#lib/domain/admin-destination.ts'

type PlanTableProps = { destination: AdminDestination; seesCosts: boolean; mayChange: boolean; tag: string }

/** The plans of a destination: what each costs and is sold for, which rule says so, or the one reason why it is not. */
export function PlanTable({ destination, seesCosts, mayChange, tag }: PlanTableProps) {
  const t = useTranslations('admin-catalogue')
  const { plans, currency, costCurrency } = destination

  return (
    <Panel id="plans" title={t('plans.title', { count: plans.length })}>
      {plans.length === 0 ? <p className="a-emptyline">{t('plans.empty')}</p> : null}
      <DataTable
        label={t('plans.title', { count: plans.length })}
        heads={[
          t('plans.plan'),
          ...(seesCosts ? [{ head: t('plans.cost', { currency: costCurrency }), className: 'a-num' }] : []),
          { head: t('plans.price', { currency }), className: 'a-num' },
          ...(seesCosts ? [{ head: t('plans.margin'), className: 'a-num' }] : []),
          ...(seesCosts ? [t('plans.rule')] : []),
          t('plans.answer'),
          t('plans.facts'),
          ...(mayChange ? [{ head: t('plans.acts'), isHidden: true }] : []),
        ]}
        className="a-tbl-pin"
      >
        {plans.map((plan) => (
          <PlanRow
            key={plan.id}
            plan={plan}
            currency={currency}
            seesCosts={seesCosts}
            mayChange={mayChange}
            tag={tag}
          />
        ))}
      </DataTable>
    </Panel>
  )
}

type RowProps = Omit<PlanTableProps, 'destination'> & { plan: AdminPlan; currency: string }

function PlanRow({ plan, currency, seesCosts, mayChange, tag }: RowProps) {
  const t = useTranslations('admin-catalogue')
  const tAdmin = useTranslations('admin')
  const words = useRuleWords(currency)
  const planText = usePlanText()
  const { sale } = plan
  const minor = sale.price?.minor ?? sale.wouldBeMinor

  return (
    <tr>
      <th scope="row">
        <PlanName plan={plan.plan} />
        {plan.isDayPass ? <span className="a-soft"> {t('plans.perDay')}</span> : null}
      </th>
      {seesCosts ? <td className="a-num a-soft">{plan.cost === null ? null : exactText(plan.cost, tag)}</td> : null}
      <td className={sale.price ? 'a-num' : 'a-num a-was'}>
        {minor === null ? t('plans.none') : <Sum minor={minor} currency={currency} bare />}
      </td>
      {seesCosts ? (
        <td className="a-num">{sale.marginShare === null ? t('plans.none') : shareText(sale.marginShare, tag)}</td>
      ) : null}
      {seesCosts ? (
        <td>
          {plan.rule ? (
            <GoLink className="a-link" href={`/admin/pricing?why=${plan.id}#why`}>
              {words.name(plan.rule)}
            </GoLink>
          ) : (
            t('plans.none')
          )}
        </td>
      ) : null}
      <td className="a-wrap">
        {sale.reason === null ? (
          <Mark tone="ok">{t('plans.onSale')}</Mark>
        ) : (
          <Mark tone={sale.reason === 'below_floor' ? 'stop' : 'plain'}>{tAdmin(`unsoldReason.${sale.reason}`)}</Mark>
        )}
      </td>
      <td className="a-wrap">
        <details>
          <summary className="a-opens">{t('plans.facts')}</summary>
          <dl className="a-facts">
            {plan.facts.map(({ key, value }) => (
              <div key={key}>
                <dt>{knownWords(tAdmin, 'planFact', key)}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      </td>
      {mayChange ? (
        <td className="a-num">
          <HideToggle what={{ planId: plan.id }} name={planText(plan.plan)} isHidden={plan.isHidden} />
        </td>
      ) : null}
    </tr>
  )
}
