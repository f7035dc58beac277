import { useLocale, useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { PricedPlan } from '#components/pricing/admin/preview-table.tsx'
import { RuleButton, RuleForms } from '#components/pricing/admin/rule-dialog.tsx'
import { type RuleLabels, useRuleLabels } from '#components/pricing/admin/rule-labels.ts'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { ExportLink, Pager, SearchForm } from '#components/ui/admin/list-page.tsx'
import { DataTable, ListTable } from '#components/ui/admin/list-table.tsx'
import { ExactSum, FormattedNumber, MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { Panel, tagClass } from '#components/ui/admin/panel.tsx'
import { DestinationCell } from '#components/ui/admin/relative-time.tsx'
import { isAbout } from '#lib/catalog/rules/admin-catalog.ts'
import type { DraftSeen } from '#lib/pricing/client/promotions.ts'
import type { PricingView } from '#lib/pricing/queries/admin-pricing.ts'
import type { RuleView } from '#lib/pricing/rules/admin-pricing.ts'
import { scopeId } from '#lib/pricing/rules/pricing-scope.ts'

const BRANCH =
  "font-[450] before:-mt-1.5 before:size-2 before:border-s before:border-b before:border-edge before:content-['']"
/** By how many rules stand above one. */
const INDENTS = ['', 'ps-4', 'ps-8', 'ps-12']

type RuleTableProps = {
  view: PricingView
  draft: DraftSeen | null
  /** The destination or plan that is searched. */
  q: string
  mayChange: boolean
}

/** The versions of the rules there are, by scope. */
export function versionsOf(view: PricingView): Record<string, number> {
  return Object.fromEntries(
    view.rules.flatMap(({ rule, version }) => (version === null ? [] : [[`${rule.scope}|${rule.scopeKey}`, version]])),
  )
}

/** The rules from general to specific, each with what it decides today, and the field to search them. */
export function RuleTable({ view, draft, q, mayChange }: RuleTableProps) {
  const t = useTranslations('admin-pricing')
  const kept = { draft: draft?.id ?? null }

  return (
    <>
      <SearchForm
        {...{ action: '/admin/pricing', text: q, kept, label: t('rules.search') }}
        all={filterAddress('/admin/pricing', kept)}
      />
      <RuleForms
        {...{
          choices: { shelves: view.shelves, destinations: view.destinations },
          versions: versionsOf(view),
          currency: view.currency,
          draft,
        }}
      >
        <Rules {...{ view, draft, q, mayChange }} />
      </RuleForms>
    </>
  )
}

function Rules({ view, draft, q, mayChange }: RuleTableProps) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  const tBulk = useTranslations('admin-bulk.search')
  const file = filterAddress('', { q, locale: useLocale() }).slice(1)
  const shown = view.rules.filter(isAbout(q))
  const labels = useRuleLabels(view.currency)

  return (
    <Panel
      id="rules"
      title={t('rules.title')}
      hint={t('rules.hint')}
      end={
        <>
          <ExportLink list="rules" query={file} />
          {mayChange ? <RuleButton label={t('rules.add')} rule={null} /> : null}
        </>
      }
    >
      {shown.length === 0 ? <p className="a-emptyline">{tBulk('none')}</p> : null}
      <DataTable
        label={t('rules.title')}
        heads={[
          t('form.scope'),
          t('rules.price'),
          t('rules.rounding'),
          { head: t('rules.floor'), className: 'a-num' },
          { head: t('rules.decides'), className: 'a-num' },
          { head: t('rules.margin'), className: 'a-num' },
          { head: t('rules.since'), className: 'narrow:hidden' },
          ...(mayChange ? [{ head: tLabel('actions'), isHidden: true }] : []),
        ]}
        className="a-tbl-pin"
      >
        {shown.map((row) => (
          <tr key={`${row.rule.scope}|${row.rule.scopeKey}`} data-chosen={row.draft ? '' : undefined}>
            <th scope="row">
              <span
                className={`inline-flex items-center gap-2 ${row.depth === 0 ? 'font-[620]' : `${BRANCH} ${INDENTS[row.depth]}`}`}
              >
                <DestinationCell iso2={row.rule.iso2}>
                  <bdi>{labels.name(row.rule)}</bdi>
                </DestinationCell>
                {row.draft ? <span className={tagClass('wait')}>{t('rules.draft')}</span> : null}
              </span>
            </th>
            <Terms row={row} labels={labels} />
            <td className="a-num">
              {row.decides === 0 ? (
                0
              ) : (
                <Link className="a-link" href={decidedAddress({ rule: scopeId(row.rule), draft: draft?.id ?? null })}>
                  <FormattedNumber value={row.decides} />
                </Link>
              )}
            </td>
            <td className="a-num">{labels.share(row.marginShare)}</td>
            <td className="a-soft narrow:hidden">
              {row.at ? <LocalTime at={row.at} show="short_date" /> : null}
              {row.by ? (
                <>
                  , <bdi>{row.by}</bdi>
                </>
              ) : null}
            </td>
            {mayChange ? (
              <td className="a-num">
                <RuleButton
                  variant="link"
                  label={t('rules.edit', { rule: labels.name(row.rule) })}
                  rule={{
                    ...{ scope: row.rule.scope, scopeKey: row.rule.scopeKey, title: labels.name(row.rule) },
                    ...{ terms: row.draft ? row.draft.terms : row.terms, seen: row.version },
                    mayRemove: row.rule.scope !== 'global' && row.version !== null,
                  }}
                />
              </td>
            ) : null}
          </tr>
        ))}
      </DataTable>
      <p className="a-emptyline">{t('rules.total', { count: view.onSale })}</p>
    </Panel>
  )
}

function Terms({ row, labels }: { row: RuleView; labels: RuleLabels }) {
  const t = useTranslations('admin-pricing')
  const { draft, rule } = row
  const terms = draft ? draft.terms : row.terms
  // The widest rule has nothing above it.
  const missing = <span className="a-soft">{t(rule.scope === 'global' ? 'rules.nothing' : 'rules.asAbove')}</span>

  return (
    <>
      <td>
        {draft && row.terms ? <s className="a-soft">{labels.price(row.terms)}</s> : null}{' '}
        {terms ? <b className={draft ? undefined : '[font-weight:inherit]'}>{labels.price(terms)}</b> : t('noRule')}
      </td>
      <td>{(terms && labels.rounding(terms)) ?? missing}</td>
      <td className="a-num">{(terms && labels.floor(terms)) ?? missing}</td>
    </>
  )
}

const PAGE = 50

type Address = { rule: string; draft: string | null; from?: number }

/** Returns the address of the plans that a rule decides. */
function decidedAddress({ rule, draft, from = 0 }: Address): string {
  return `${filterAddress('/admin/pricing', { draft, rule, from: from === 0 ? null : String(from) })}#decided`
}

/** The plans whose price a rule decides today, the smallest margin first. */
export function DecidedPanel({ view, address }: { view: PricingView; address: Required<Address> }) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  const labels = useRuleLabels(view.currency)
  if (!view.decided) return null
  const { rule, rows } = view.decided
  const { from } = address
  const to = (first: number) => decidedAddress({ ...address, from: first })
  const title = t('decided.title', { rule: labels.name(rule), count: rows.length })

  return (
    <Panel id="decided" title={title}>
      <ListTable
        label={title}
        rows={rows.slice(from, from + PAGE)}
        first={[
          { head: tLabel('plan'), isName: true, cell: (row) => <PricedPlan row={row} /> },
          {
            ...{ head: tLabel('cost'), className: 'a-num a-soft' },
            cell: ({ cost }) => <ExactSum amount={cost} currency={view.costCurrency} />,
          },
          {
            ...{ head: t('preview.now', { currency: view.currency }), className: 'a-num' },
            cell: ({ after: { price } }) =>
              price ? <MoneyAmount minor={price.minor} currency={view.currency} bare /> : tLabel('none'),
          },
          {
            ...{ head: t('preview.marginNow'), className: 'a-num' },
            cell: ({ after }) => labels.share(after.marginShare),
          },
        ]}
      />
      <Pager
        label={t('decided.pages')}
        before={from > 0 ? { href: to(Math.max(0, from - PAGE)), label: t('preview.before') } : null}
        next={from + PAGE < rows.length ? { href: to(from + PAGE), label: t('preview.after') } : null}
      />
    </Panel>
  )
}
