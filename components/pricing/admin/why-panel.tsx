import { useTranslations } from 'next-intl'
import { PlanName } from '#components/orders/admin/plan-name.tsx'
import { RuleButton, RuleForms } from '#components/pricing/admin/rule-dialog.tsx'
import { useRuleLabels } from '#components/pricing/admin/rule-labels.ts'
import { versionsOf } from '#components/pricing/admin/rule-table.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { ExactSum, MoneyAmount, Separator } from '#components/ui/admin/money-amount.tsx'
import { DESCRIPTIONS, Mark, Panel } from '#components/ui/admin/panel.tsx'
import type { DraftSeen } from '#lib/pricing/client/promotions.ts'
import type { PricingView } from '#lib/pricing/queries/admin-pricing.ts'

type WhyPanelProps = { view: PricingView; draft: DraftSeen | null; mayChange: boolean }

/** How the price of one plan comes about: what every fitting rule would make of its cost; the last one decides. */
export function WhyPanel({ view, draft, mayChange }: WhyPanelProps) {
  const t = useTranslations('admin-pricing')
  const tAdmin = useTranslations('admin')
  const labels = useRuleLabels(view.currency)
  const { why, currency, costCurrency } = view
  if (!why) return <EmptyWhy />
  const versions = versionsOf(view)
  const own = why.steps.find(({ rule }) => rule.scope === 'plan')
  const floor = why.floor && labels.floor({ floorPercent: why.floor.percent as never, floorMinor: why.floor.minor })

  return (
    <Panel
      id="why"
      title={t('why.title')}
      beside={
        <span className="ms-auto a-meta">
          <Link className="a-link" href={`/admin/catalogue/${why.skuId}`}>
            <bdi>{why.destination}</bdi> <PlanName plan={why.plan} />
          </Link>
        </span>
      }
    >
      <dl className={DESCRIPTIONS}>
        <div>
          <dt>
            {tAdmin('label.cost')} <ExactSum amount={why.cost} currency={costCurrency} />
          </dt>
          <dd>
            {why.costMinor === null ? tAdmin('label.none') : <MoneyAmount minor={why.costMinor} currency={currency} />}
          </dd>
        </div>
        {why.steps.map(({ rule, terms, priceMinor, decides }) => (
          <div key={`${rule.scope}|${rule.scopeKey}`} className={decides ? 'font-[620] [&>dt]:text-ink!' : undefined}>
            <dt>
              {labels.name(rule)}: {labels.price(terms)}
            </dt>
            <dd>
              {priceMinor === null ? (
                tAdmin('label.none')
              ) : decides ? (
                <MoneyAmount minor={priceMinor} currency={currency} />
              ) : (
                <s>
                  <MoneyAmount minor={priceMinor} currency={currency} />
                </s>
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt>{floor ? t('floorOf', { floor }) : t('why.noFloor')}</dt>
          <dd>
            {why.margin ? (
              <Mark tone={why.reason === 'below_floor' ? 'stop' : 'ok'}>
                {labels.share(why.margin.basisPoints)}
                <Separator />
                {labels.sum(why.margin.minor)}
              </Mark>
            ) : (
              tAdmin('label.none')
            )}
          </dd>
        </div>
        {why.reason ? (
          <div>
            <dt>{t('why.notSold')}</dt>
            <dd>{tAdmin(`unsoldReason.${why.reason}`)}</dd>
          </div>
        ) : null}
      </dl>
      {mayChange ? (
        <div className="p-3.5">
          <RuleForms {...{ versions, currency, draft, choices: { shelves: [], destinations: [] } }}>
            <RuleButton
              label={t('why.own')}
              rule={{
                ...{ scope: 'plan', scopeKey: why.planId, title: t('why.ownTitle', { plan: why.destination }) },
                ...{
                  terms: own?.terms ?? null,
                  seen: versions[`plan|${why.planId}`] ?? null,
                  mayRemove: own !== undefined,
                },
              }}
            />
          </RuleForms>
        </div>
      ) : null}
    </Panel>
  )
}

function EmptyWhy() {
  const t = useTranslations('admin-pricing')

  return (
    <Panel id="why" title={t('why.title')}>
      <p className="a-emptyline">{t('why.empty')}</p>
    </Panel>
  )
}
