import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { UndoButton } from '#components/pricing/admin/draft-bar.tsx'
import { useRuleLabels } from '#components/pricing/admin/rule-labels.ts'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { ExportLink, Pager } from '#components/ui/admin/list-page.tsx'
import { Separator } from '#components/ui/admin/money-amount.tsx'
import { Panel, SplitRows } from '#components/ui/admin/panel.tsx'
import type { AppliedView, PricingView } from '#lib/pricing/queries/admin-pricing.ts'
import type { RuleTerms } from '#lib/pricing/rules/pricing-edit.ts'

type HistoryPanelProps = {
  view: PricingView
  mayChange: boolean
  /** What else the address of the page says; `past` is the version that these changes come before. */
  here: { draft: string | null; why: string | null; rule: string | null; past: number | null }
}

/** The changes that were applied, each with every rule that it changed and the way back. */
export function HistoryPanel({ view, mayChange, here }: HistoryPanelProps) {
  const t = useTranslations('admin-pricing')
  const tAdmin = useTranslations('admin')
  const tLabel = useTranslations('admin.label')
  const labels = useRuleLabels(view.currency)
  const { rows, older } = view.history
  const to = (past: number | null) =>
    `${filterAddress('/admin/pricing', { ...here, past: past === null ? null : String(past) })}#history`
  const what = ({ rules, rate }: AppliedView) => {
    const [first] = rules
    if (!first)
      return rate ? t('history.rate', { before: rate.before ?? tLabel('none'), after: rate.rate }) : tLabel('none')
    const after = first.after ? labels.price(first.after) : t('noRule')
    const text = t('history.rule', { rule: labels.name(first.rule), after })

    return rules.length > 1 ? `${text} ${tLabel('andMore', { count: rules.length - 1 })}` : text
  }

  return (
    <Panel id="history" title={tLabel('history')} end={<ExportLink list="prices" query="" />}>
      {rows.length === 0 ? <p className="a-emptyline">{t('history.empty')}</p> : null}
      <SplitRows className="*:last:border-b-0">
        {rows.map((change) => (
          <li key={change.id}>
            <span className="flex-[1_1_10rem]">
              {what(change)}
              <span className="a-sub">
                {t.rich('history.at', {
                  ...{ version: change.version, count: change.changed, by: change.by ?? tAdmin('actor.anonymous') },
                  at: () => <LocalTime at={change.at} show="moment" />,
                })}
              </span>
              {change.undoes === null ? null : (
                <Link className="a-link a-sub" href={to(change.undoes + 1)}>
                  {t('history.undoes', { version: change.undoes })}
                </Link>
              )}
              <Rules change={change} currency={view.currency} />
            </span>
            {mayChange ? <UndoButton id={change.id} what={what(change)} /> : null}
          </li>
        ))}
      </SplitRows>
      <Pager
        label={t('history.pages')}
        before={here.past === null ? null : { href: to(null), label: t('history.newest') }}
        next={older === null ? null : { href: to(older), label: t('history.older') }}
      />
    </Panel>
  )
}

/** Every rule of a change as it was and as it became. */
function Rules({ change: { rules }, currency }: { change: AppliedView; currency: string }) {
  const t = useTranslations('admin-pricing')
  const labels = useRuleLabels(currency)
  if (rules.length === 0) return null

  return (
    <details>
      <summary className="a-link min-h-(--a-ctl)">{t('history.rules', { count: rules.length })}</summary>
      <ul className="grid gap-1.5 py-1">
        {rules.map(({ rule, before, after }) => (
          <li key={`${rule.scope}|${rule.scopeKey}`}>
            <b>{labels.name(rule)}</b>
            <span className="a-sub">
              {t.rich('history.was', { terms: () => <Terms terms={before} currency={currency} /> })}
            </span>
            <span className="a-sub">
              {t.rich('history.became', { terms: () => <Terms terms={after} currency={currency} /> })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Terms({ terms, currency }: { terms: RuleTerms | null; currency: string }) {
  const t = useTranslations('admin-pricing')
  const labels = useRuleLabels(currency)
  if (!terms) return t('noRule')
  const [rounding, floor] = [labels.rounding(terms), labels.floor(terms)]

  return (
    <>
      {labels.price(terms)}
      {rounding ? (
        <>
          <Separator />
          {rounding}
        </>
      ) : null}
      {floor ? (
        <>
          <Separator />
          {t('floorOf', { floor })}
        </>
      ) : null}
    </>
  )
}
