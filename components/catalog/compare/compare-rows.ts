import type { ListTexts } from '#components/catalog/listed-plan.ts'
import { firstChoice, totalOf } from '#components/catalog/plan-choice.ts'
import type { ListedPlan } from '#components/catalog/plan-fit.ts'
import type { CompareLabels } from '#components/catalog/plan-labels.ts'
import { toListedPlan } from '#components/catalog/to-listed-plan.ts'
import { fillText, pluralText } from '#lib/core/i18n/plurals.ts'
import type { PlaceOnSale, ShopPlan } from '#lib/settings/rules/shop.ts'

export type ComparedRowLabels = CompareLabels['rows']

const NAMED_NETWORKS = 4

/** A plan that stands beside others, with its destination. */
export type ComparedColumn = { place: PlaceOnSale; sold: ShopPlan; plan: ListedPlan }

/**
 * One fact of all plans. `differs` is false where every plan says the same; `''` is a cell that says nothing. The cells
 * of a quoted one are the network's words, in its own language.
 */
export type ComparedRow = { name: string; cells: (string | ComparedPrice)[]; differs: boolean; isQuoted: boolean }

/** A cell that is a price: minor units, of a figure that nobody pays as it stands where it says so. */
export type ComparedPrice = { minor: number; isMetric: boolean }

/** Returns a plan of a destination as a column; `null` when it is not on sale there. */
export function toColumn(place: PlaceOnSale | null, planId: string, texts: ListTexts): ComparedColumn | null {
  const sold = place?.plans.find(({ id }) => id === planId)

  return place && sold ? { place, sold, plan: toListedPlan(sold, texts) } : null
}

/** Returns the facts of plans side by side. Day plans are counted for the days of the trip, as on their own pages. */
export function comparedRows(
  columns: readonly ComparedColumn[],
  trip: { arrive: string; days: number },
  labels: ComparedRowLabels,
): ComparedRow[] {
  const facts: [name: string, say: (column: ComparedColumn) => string | ComparedPrice, isQuoted?: true][] = [
    [
      labels.data,
      ({ plan }) => (plan.term.kind === 'day_pass' ? fillText(labels.aDay, { amount: plan.amount }) : plan.amount),
    ],
    [labels.days, ({ plan }) => daysText(plan, trip, labels)],
    [labels.total, ({ plan }) => ({ minor: totalOf(plan, firstChoice(plan, trip)), isMetric: false })],
    [labels.perGb, ({ plan }) => (plan.mb > 0 ? metric((plan.minor * 1024) / plan.mb) : '')],
    [labels.perDay, ({ plan }) => metric(plan.minor / (plan.term.kind === 'fixed' ? firstChoice(plan, trip).days : 1))],
    [labels.covers, ({ place }) => coversText(place, labels)],
    [labels.networks, networksText, true],
    [labels.starts, ({ plan }) => (plan.starts === labels.list.notStated ? '' : plan.starts)],
    [labels.topUp, ({ plan }) => (plan.canTopUp ? labels.yes : labels.no)],
    [labels.cancel.heading, ({ plan }) => labels.cancel[plan.cancel]],
    [labels.hotspot, ({ sold }) => termsAbout(sold, /hotspot|tethering/i), true],
    [labels.speed, ({ sold }) => termsAbout(sold, /\d\s*[km]bps/i), true],
  ]

  return facts.map(([name, say, isQuoted = false]) => {
    const cells = columns.map(say)
    const values = cells.map((cell) => (typeof cell === 'string' ? cell : cell.minor))

    return { name, cells, differs: new Set(values).size > 1, isQuoted }
  })
}

function metric(minor: number): ComparedPrice {
  return { minor: Math.round(minor), isMetric: true }
}

function daysText(
  plan: ListedPlan,
  trip: { arrive: string; days: number },
  { list, dayForms, anyDays }: ComparedRowLabels,
): string {
  const { days } = firstChoice(plan, trip)
  const text = pluralText(dayForms, days, list.tag)
  if (plan.term.kind === 'fixed') return text
  const { minDays, maxDays } = plan.term

  return fillText(anyDays, { days: text, min: String(minDays), max: String(maxDays) })
}

function coversText({ name, coverage, countryCount }: PlaceOnSale, { list, countries }: ComparedRowLabels): string {
  if (coverage === null) return ''
  if (coverage.length === 1) return coverage[0]?.name ?? name

  return pluralText(countries, countryCount ?? coverage.length, list.tag)
}

/** The networks by name where a few are stated, else how many. */
function networksText({ sold, plan }: ComparedColumn): string {
  const networks = sold.networks ?? []
  if (networks.length > NAMED_NETWORKS) return plan.networks

  return networks.map(({ operator, generation }) => [operator, generation].filter(Boolean).join('\u00a0')).join(', ')
}

/** What the plan's own words say of a subject, as they stand; `''` when they say nothing. */
function termsAbout({ words }: ShopPlan, subject: RegExp): string {
  return words.filter((item) => subject.test(item)).join(' ')
}

/** Returns the short name of a plan: `5 GB, 15 days`, `1 GB every day`. */
export function columnName(
  { plan }: ComparedColumn,
  { fixed, rows }: { fixed: string; rows: ComparedRowLabels },
): string {
  if (plan.term.kind === 'day_pass') return fillText(rows.aDay, { amount: plan.amount })

  return fillText(fixed, { amount: plan.amount, days: pluralText(rows.dayForms, plan.term.days, rows.list.tag) })
}
