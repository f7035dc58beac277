import 'server-only'
import type { z } from 'zod'
import { isAbout } from '#lib/catalog/rules/admin-catalog.ts'
import { BATCH, mainUnits, rowsOf } from '#lib/core/queries/export-rows.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import type { CsvCell } from '#lib/core/rules/csv.ts'
import type { searchInLocaleSchema } from '#lib/core/rules/field-schemas.ts'
import { getPricing } from '#lib/pricing/queries/admin-pricing.ts'
import { namesOf } from '#lib/pricing/queries/admin-pricing-names.ts'
import { listAppliedRevisions, listStaffNames, readPriceWorld } from '#lib/pricing/repository/pricing.ts'
import type { RuleName } from '#lib/pricing/rules/admin-pricing.ts'
import type { RuleTerms } from '#lib/pricing/rules/pricing-edit.ts'
import { scopeId } from '#lib/pricing/rules/pricing-scope.ts'

const LOCALE = 'en'
const TERMS = ['percent', 'add', 'price', 'rounding', 'floor_percent', 'floor']
const RULE_HEAD = [
  ...['scope', 'key', 'destination', 'plan', ...TERMS, 'currency', 'version', 'decides', 'average_margin_percent'],
  ...['since', 'by'],
]
const HISTORY_HEAD = [
  ...['version', 'applied', 'by', 'plans_changed', 'undoes', 'scope', 'key', 'destination', 'plan', 'currency'],
  ...[...TERMS.map((term) => `${term}_before`), ...TERMS.map((term) => `${term}_after`), 'rate_before', 'rate_after'],
]

type RuleExport = z.output<typeof searchInLocaleSchema>

/** The rules of price of a search as a file, from general to specific, with what each decides today. */
export function exportedRules(caller: Caller, { q, locale }: RuleExport): AsyncIterable<string> {
  return rowsOf<never>(caller, 'rules', RULE_HEAD, async () => {
    const { rules, currency } = await getPricing(caller, { draftId: null, locale })

    return {
      rows: rules
        .filter(isAbout(q))
        .map(({ rule, terms, version, decides, marginShare, at, by }) => [
          ...[...ruleCells(rule), ...termCells(terms, currency), currency, version, decides],
          ...[marginShare === null ? null : marginShare / 100, at, by],
        ]),
      next: null,
    }
  })
}

/** The changes of prices as a file, the newest first: a row for each rule that a change changed, and one for a rate. */
export function exportedPriceHistory(caller: Caller): AsyncIterable<string> {
  return rowsOf<number>(caller, 'prices', HISTORY_HEAD, async (past) => {
    requirePermission(caller, 'costs.see')
    const [world, found] = await Promise.all([readPriceWorld(), listAppliedRevisions(BATCH, past)])
    const [names, people] = [namesOf(world, LOCALE), await listStaffNames(found.map(({ updatedBy }) => updatedBy))]
    const { currency } = world.terms
    const rows = found.flatMap(({ number, appliedAt, updatedBy, counts, undoes, edits, rate, before }) => {
      const cells = [number, appliedAt, people.get(updatedBy) ?? null, counts?.changed ?? null, undoes ? 'yes' : 'no']
      const was = (id: string) => before?.edits.find((one) => scopeId(one) === id)?.terms ?? null
      const ofRules = edits.map((edit): CsvCell[] => [
        ...[...cells, ...ruleCells(names.rule(edit)), currency, ...termCells(was(scopeId(edit)), currency)],
        ...[...termCells(edit.terms, currency), null, null],
      ])
      const ofRate = [...cells, 'rate', null, null, null, ...Array<null>(1 + 2 * TERMS.length).fill(null)]

      return rate ? [...ofRules, [...ofRate, before?.rate?.rate ?? null, rate.rate]] : ofRules
    })

    return { rows, next: found.length === BATCH ? (found.at(-1)?.number ?? null) : null }
  })
}

function ruleCells({ scope, scopeKey, name, plan }: RuleName): CsvCell[] {
  return [scope, scopeKey, name, plan && [plan.amount, plan.days].filter((part) => part !== null).join(' / ')]
}

function termCells(terms: RuleTerms | null, currency: string): CsvCell[] {
  const sum = (minor: number | null | undefined) =>
    minor === null || minor === undefined ? null : mainUnits(minor, currency)

  return [
    ...[terms?.percent ?? null, sum(terms?.addMinor), sum(terms?.fixedMinor), terms?.rounding ?? null],
    ...[terms?.floorPercent ?? null, sum(terms?.floorMinor)],
  ]
}
