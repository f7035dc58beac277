import { useLocale, useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { decidedAddress } from '#components/pricing/admin/decided-panel.tsx'
import { RuleDialog } from '#components/pricing/admin/rule-dialog.tsx'
import { type RuleWords, shareText, useRuleWords } from '#components/pricing/admin/rule-words.ts'
import { Count } from '#components/ui/admin/count.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { DestinationCell } from '#components/ui/admin/destination-cell.tsx'
import { ExportLink } from '#components/ui/admin/export-link.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { SearchForm } from '#components/ui/admin/search-form.tsx'
import { isAbout } from '#lib/catalog/rules/rule-search.ts'
import type { DraftSeen } from '#lib/pricing/client/pricing.ts'
import type { PricingView, RuleView } from '#lib/pricing/rules/admin-pricing.ts'
import { scopeId } from '#lib/pricing/rules/pricing-scope.ts'

type RuleTableProps = {
  view: PricingView
  draft: DraftSeen | null
  /** The destination or plan that is searched. */
  q: string
  mayChange: boolean
  tag: string
}

/** The versions of the rules there are, by scope. */
export function versionsOf(view: PricingView): Record<string, number> {
  return Object.fromEntries(
    view.rules.flatMap(({ rule, version }) => (version === null ? [] : [[`${rule.scope}|${rule.scopeKey}`, version]])),
  )
}

/** The rules from general to specific, each with what it decides today, and the field to search them. */
export function RuleTable({ view, draft, q, mayChange, tag }: RuleTableProps) {
  const t = useTranslations('admin-pricing')
  const hands = useTranslations('admin-hands.search')
  const kept = { draft: draft?.id ?? null }

  return (
    <>
      <SearchForm
        key={q}
        {...{ id: 'list-search', action: '/admin/pricing', text: q, maxLength: 80, kept }}
        {...{ label: t('rules.search'), send: hands('find') }}
        all={filterAddress('/admin/pricing', kept)}
      />
      <Rules {...{ view, draft, q, mayChange, tag }} />
    </>
  )
}

function Rules({ view, draft, q, mayChange, tag }: RuleTableProps) {
  const t = useTranslations('admin-pricing')
  const hands = useTranslations('admin-hands.search')
  const file = filterAddress('', { q, locale: useLocale() }).slice(1)
  const shown = view.rules.filter(isAbout(q))
  const words = useRuleWords(view.currency)
  const choices = { shelves: view.shelves, destinations: view.destinations }
  const shared = { choices, versions: versionsOf(view), currency: view.currency, draft }

  return (
    <Panel
      id="rules"
      title={t('rules.title')}
      hint={t('rules.hint')}
      beside={
        <span className="a-ph-end a-row">
          <ExportLink list="rules" query={file} />
          {mayChange ? <RuleDialog {...shared} label={t('rules.add')} rule={null} /> : null}
        </span>
      }
    >
      {shown.length === 0 ? <p className="a-emptyline">{hands('none')}</p> : null}
      <DataTable
        label={t('rules.title')}
        heads={[
          t('rules.about'),
          t('rules.price'),
          t('rules.rounding'),
          { head: t('rules.floor'), className: 'a-num' },
          { head: t('rules.decides'), className: 'a-num' },
          { head: t('rules.margin'), className: 'a-num' },
          { head: t('rules.since'), className: 'a-hide-m' },
          ...(mayChange ? [{ head: t('rules.acts'), isHidden: true }] : []),
        ]}
        className="a-tbl-pin"
      >
        {shown.map((row) => (
          <tr key={`${row.rule.scope}|${row.rule.scopeKey}`} data-cursor={row.draft ? '' : undefined}>
            <th scope="row">
              <span className="a-tree" data-depth={row.depth}>
                <DestinationCell iso2={row.rule.iso2}>
                  <bdi>{words.name(row.rule)}</bdi>
                </DestinationCell>
                {row.draft ? <span className="a-tag">{t('rules.draft')}</span> : null}
              </span>
            </th>
            <Terms row={row} words={words} />
            <td className="a-num">
              {row.decides === 0 ? (
                0
              ) : (
                <GoLink className="a-link" href={decidedAddress({ rule: scopeId(row.rule), draft: draft?.id ?? null })}>
                  <Count value={row.decides} />
                </GoLink>
              )}
            </td>
            <td className="a-num">{row.marginShare === null ? t('none') : shareText(row.marginShare, tag)}</td>
            <td className="a-soft a-hide-m">
              {row.at ? <LocalTime at={row.at} show="short_date" /> : null}
              {row.by ? (
                <>
                  , <bdi>{row.by}</bdi>
                </>
              ) : null}
            </td>
            {mayChange ? (
              <td className="a-num">
                <RuleDialog
                  {...shared}
                  look="link"
                  label={t('rules.edit', { rule: words.name(row.rule) })}
                  rule={{
                    ...{ scope: row.rule.scope, scopeKey: row.rule.scopeKey, title: words.name(row.rule) },
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

function Terms({ row, words }: { row: RuleView; words: RuleWords }) {
  const t = useTranslations('admin-pricing')
  const { draft, rule } = row
  const terms = draft ? draft.terms : row.terms
  // The widest rule has nothing above it.
  const missing = <span className="a-soft">{t(rule.scope === 'global' ? 'rules.nothing' : 'rules.asAbove')}</span>

  return (
    <>
      <td>
        {draft && row.terms ? <s className="a-was">{words.price(row.terms)}</s> : null}{' '}
        {terms ? <b className={draft ? undefined : 'a-plain'}>{words.price(terms)}</b> : t('noRule')}
      </td>
      <td>{(terms && words.rounding(terms)) ?? missing}</td>
      <td className="a-num">{(terms && words.floor(terms)) ?? missing}</td>
    </>
  )
}
