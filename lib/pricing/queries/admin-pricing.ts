import 'server-only'
import { pricedSubject } from '#lib/catalog/rules/on-sale.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { toScaledInteger } from '#lib/core/rules/decimal.ts'
import {
  type Names,
  namesOf,
  type PreviewView,
  planLabelOf,
  previewView,
} from '#lib/pricing/queries/admin-pricing-names.ts'
import {
  type DraftEffect,
  findCurrentRate,
  findRevision,
  listAppliedRevisions,
  listOpenRevisions,
  listRates,
  listRevisionNumbers,
  listRuleOrigins,
  listStaffNames,
  type PriceRevision,
  type PriceWorld,
  type RuleOrigin,
  readDraftEffect,
  readPriceWorld,
} from '#lib/pricing/repository/pricing.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import type { RuleView } from '#lib/pricing/rules/admin-pricing.ts'
import { findRule, fittingRules, marginOf, priceDetails } from '#lib/pricing/rules/pricing.ts'
import { conflictingEdits, type RuleEdit, termsOf } from '#lib/pricing/rules/pricing-edit.ts'
import { type PlanPrice, planPrice } from '#lib/pricing/rules/pricing-preview.ts'
import { parseKindKey, type RuleScope, scopeId, specificity } from '#lib/pricing/rules/pricing-scope.ts'

const HISTORY = 20
const RATES = 20

/** Which draft, plan and rule are opened, and the version that the shown changes come before. */
type PricingFilter = {
  draftId: string | null
  locale: string
  why?: string | null
  rule?: string | null
  past?: number | null
}

/**
 * Reads the rules of price, what each of them decides today, the open drafts, and the effect of one of them.
 *
 * Throws `forbidden` for roles that see no costs.
 */
export async function getPricing(caller: Caller, { draftId, locale, why, rule, past }: PricingFilter) {
  requirePermission(caller, 'costs.see')
  const open = draftId === null ? null : await readOpenDraft(draftId)
  const [world, origins, drafts, applied] = await Promise.all([
    open?.effect.world ?? readPriceWorld(),
    listRuleOrigins(),
    listOpenRevisions(),
    listAppliedRevisions(HISTORY + 1, past ?? null),
  ])
  const { terms, plans } = world
  const page = applied.slice(0, HISTORY)
  const undone = await listRevisionNumbers(page.flatMap(({ undoes }) => undoes ?? []))
  const actors = [...drafts, ...page].map(({ updatedBy }) => updatedBy)
  const people = await listStaffNames([...actors, ...origins.map(({ createdBy }) => createdBy)])
  const names = namesOf(world, locale)
  const priced = plans.map((one) => ({ ...one, now: planPrice(one, terms) }))
  const rate = await readRate({ from: terms.costCurrency, to: terms.currency })
  const destinations = new Map(plans.map(({ entry }) => [entry.id, entry]))

  return {
    currency: terms.currency,
    costCurrency: terms.costCurrency,
    rate,
    rules: listRules({ world, open, origins, people, names }, priced),
    onSale: priced.filter(({ now }) => now.price !== null).length,
    underFloor: {
      shelf: underFloor(priced, names, ({ entry }) => entry.partnerId === null),
      partners: underFloor(priced, names, ({ entry }) => entry.partnerId !== null),
    },
    draft: open && (await toDraftView(open, { locale, people, origins })),
    drafts: drafts.map((draft) => ({
      id: draft.id,
      state: draft.state === 'scheduled' || draft.state === 'stopped' ? draft.state : 'draft',
      by: people.get(draft.updatedBy) ?? null,
      at: draft.updatedAt,
      dueAt: draft.dueAt,
      rules: draft.edits.length + (draft.rate ? 1 : 0),
    })),
    history: {
      rows: page.map((revision) => toApplied(revision, { undone, people, names })),
      // The version that the next page comes before.
      older: applied.length > HISTORY ? (page.at(-1)?.number ?? null) : null,
    },
    why: why ? whyPrice(world, why, names) : null,
    decided: rule ? decidedBy(rule, { priced, names }) : null,
    shelves: [...new Set(plans.map(({ destination }) => destination.shelf))].sort(),
    destinations: [...destinations.values()]
      .map((destination) => ({ id: destination.id, name: names.destination(destination) }))
      .sort((a, b) => a.name.localeCompare(b.name, locale)),
  }
}

/** Reads the exchange rate that counts and a page of those that did, the newest first. Throws `forbidden`. */
export async function getRates(caller: Caller, after: string | null) {
  requirePermission(caller, 'costs.see')
  const { costCurrency: from, currency: to } = await findSaleTerms()
  const [now, found] = await Promise.all([
    findCurrentRate({ from, to }),
    listRates({ from, to }, { after, limit: RATES + 1 }),
  ])
  const rows = found.slice(0, RATES)
  const people = await listStaffNames(rows.flatMap(({ setBy }) => (setBy === null ? [] : [setBy])))

  return {
    ...{ from, to, now: now?.rate ?? null },
    rates: rows.map(({ setBy, ...row }) => ({ ...row, by: (setBy && people.get(setBy)) ?? null })),
    isFirst: after === null,
    older: found.length > RATES ? (rows.at(-1)?.id ?? null) : null,
  }
}

async function readRate(pair: { from: string; to: string }) {
  if (pair.from === pair.to) return null
  const row = await findCurrentRate(pair)

  return row && { rate: row.rate, asOf: row.asOf, source: row.source, at: row.at, by: row.setBy }
}

type RuleBook = {
  world: PriceWorld
  open: OpenDraft | null
  origins: RuleOrigin[]
  people: Map<string, string>
  names: Names
}

/** The rule that made the price of a plan on sale. */
function deciderOf({ rule, price, margin }: PlanPrice): string | null {
  return rule && price && margin ? scopeId(rule) : null
}

type Priced = PriceWorld['plans'][number] & { now: PlanPrice }

function underFloor(priced: Priced[], names: Names, isWanted: (one: Priced) => boolean): PreviewView[] {
  return priced
    .filter((one) => one.now.reason === 'below_floor' && isWanted(one))
    .map((one) => previewView({ ...one, before: one.now, after: one.now }, names))
}

/** The plans behind the number of a rule, `null` when it decides none. */
function decidedBy(id: string, { priced, names }: { priced: Priced[]; names: Names }) {
  const found = priced.filter(({ now }) => deciderOf(now) === id)
  const rule = found[0]?.now.rule
  if (!rule) return null
  const rows = found.map((one) => previewView({ ...one, before: one.now, after: one.now }, names))

  return { rule: names.rule(rule), rows: rows.sort((a, b) => (a.after.marginShare ?? 0) - (b.after.marginShare ?? 0)) }
}

/** Every rule from general to specific, those of a draft in their places, with what each decides today. */
function listRules(book: RuleBook, priced: readonly { now: PlanPrice }[]): RuleView[] {
  const { world, open, origins, people, names } = book
  const { rules } = world.terms
  const edits = open?.revision.edits ?? []
  const decided = new Map<string, number[]>()
  for (const { now } of priced) {
    const id = deciderOf(now)
    if (id !== null && now.margin) decided.set(id, [...(decided.get(id) ?? []), now.margin.basisPoints])
  }
  const scopes = new Map<string, RuleScope>([...rules, ...edits].map((one) => [scopeId(one), one]))

  return [...scopes.values()].sort(inTree(world)).map((scope) => {
    const id = scopeId(scope)
    const current = termsOf(rules, scope)
    const edit = edits.find((one) => scopeId(one) === id)
    const origin = origins.find((one) => scopeId(one) === id)
    const margins = decided.get(id) ?? []

    return {
      rule: names.rule(scope),
      terms: current?.terms ?? null,
      version: current?.version ?? null,
      depth: depthOf(scope),
      decides: margins.length,
      marginShare: margins.length === 0 ? null : Math.round(margins.reduce((a, b) => a + b, 0) / margins.length),
      by: (origin && people.get(origin.createdBy)) ?? null,
      at: origin?.createdAt ?? null,
      draft: edit ? { terms: edit.terms } : null,
    }
  })
}

function depthOf({ scope, scopeKey }: RuleScope): number {
  if (scope === 'global') return 0
  if (scope === 'shelf') return 1
  if (scope === 'kind') return parseKindKey(scopeKey)?.skuId === null ? 1 : 3

  return scope === 'destination' ? 2 : 3
}

// A rule stands below the one it is an exception to: the destination on its shelf, the plan under its destination.
function inTree({ plans }: PriceWorld) {
  const shelves = new Map(plans.map(({ entry, destination }) => [entry.id, destination.shelf]))
  const destinationOf = new Map(plans.map(({ plan, entry }) => [plan.id, entry.id]))
  const path = ({ scope, scopeKey }: RuleScope): string => {
    const kind = scope === 'kind' ? parseKindKey(scopeKey) : null
    if (scope === 'global') return ''
    if (scope === 'shelf') return `b ${scopeKey}`
    if (kind && kind.skuId === null) return `z ${scopeKey}`
    const skuId = scope === 'destination' ? Number(scopeKey) : (kind?.skuId ?? destinationOf.get(scopeKey) ?? 0)

    return `b ${shelves.get(skuId) ?? '~'} ${String(skuId).padStart(9, '0')}`
  }

  return (a: RuleScope, b: RuleScope) => path(a).localeCompare(path(b)) || specificity(a) - specificity(b)
}

type Past = { undone: Map<string, number>; people: Map<string, string>; names: Names }

function toApplied(revision: PriceRevision, { undone, people, names }: Past) {
  const before: RuleEdit[] = revision.before?.edits ?? []

  return {
    id: revision.id,
    version: revision.number ?? 0,
    at: revision.appliedAt ?? revision.updatedAt,
    by: people.get(revision.updatedBy) ?? null,
    rules: revision.edits.map((edit) => ({
      rule: names.rule(edit),
      before: before.find((one) => scopeId(one) === scopeId(edit))?.terms ?? null,
      after: edit.terms,
    })),
    rate: revision.rate && {
      rate: revision.rate.rate,
      asOf: revision.rate.asOf,
      before: revision.before?.rate?.rate ?? null,
    },
    changed: revision.counts?.changed ?? 0,
    undoes: revision.undoes === null ? null : (undone.get(revision.undoes) ?? 0),
  }
}

/** Returns how the price of a plan comes about, rule by rule from general to specific; `null` for a plan there is not. */
function whyPrice({ terms, plans }: PriceWorld, planId: string, names: Names) {
  const found = plans.find(({ plan }) => plan.id === planId)
  if (!found) return null
  const { plan, destination, entry } = found
  const subject = pricedSubject(plan, destination)
  const decider = findRule(terms.rules, subject)
  const { rate, currency } = terms
  const now = planPrice(found, terms)
  const facts = decider && rate !== null ? priceDetails({ cost: plan.cost, rate, rule: decider, currency }) : null

  return {
    planId,
    skuId: entry.id,
    destination: names.destination(entry),
    plan: planLabelOf(plan),
    cost: plan.cost,
    costMinor: facts && Number(toScaledInteger(facts.costMinor, 0, 'half-up')),
    steps: fittingRules(terms.rules, subject)
      .toReversed()
      .map((rule) => {
        // Every rule with the rounding it would have if it decided.
        const whole =
          findRule(
            terms.rules.filter((one) => isAsWide(one, rule)),
            subject,
          ) ?? rule

        return {
          rule: names.rule(rule),
          terms: rule,
          priceMinor: rate === null ? null : priceDetails({ cost: plan.cost, rate, rule: whole, currency }).price.minor,
          decides: decider !== null && scopeId(decider) === scopeId(rule),
        }
      }),
    floor: decider && { percent: decider.floorPercent, minor: decider.floorMinor },
    margin: facts && facts.price.minor > 0 ? marginOf(facts.price, facts.costMinor) : null,
    priceMinor: facts?.price.minor ?? null,
    reason: now.reason,
  }

  function isAsWide(one: (typeof terms.rules)[number], rule: typeof one): boolean {
    const order = fittingRules(terms.rules, subject)

    return order.indexOf(one) >= order.indexOf(rule)
  }
}

/** A draft with its effect, and the edits that it is made of. */
type OpenDraft = { revision: PriceRevision; effect: DraftEffect }

/** Reads a draft that is not applied yet with what it would do now, `null` when there is none. */
async function readOpenDraft(id: string): Promise<OpenDraft | null> {
  const revision = await findRevision(id)
  if (!revision || revision.state === 'applied' || revision.state === 'discarded') return null

  return { revision, effect: await readDraftEffect(revision) }
}

/** What words a draft needs: who is who, and which rules somebody made when. */
type DraftContext = { locale: string; people: Map<string, string>; origins: RuleOrigin[] }

/** Returns a draft as its page shows it. */
async function toDraftView({ revision, effect }: OpenDraft, context: DraftContext) {
  const names = namesOf(effect.world, context.locale)
  const { state, rate, counts } = { ...revision, counts: effect.counts }
  const current = rate && (await findCurrentRate(rate))

  return {
    id: revision.id,
    turn: revision.turn,
    state: state === 'scheduled' || state === 'stopped' ? state : 'draft',
    dueAt: revision.dueAt,
    stopReason: revision.stopReason,
    undoes: revision.undoes !== null,
    by: context.people.get(revision.updatedBy) ?? null,
    at: revision.updatedAt,
    rules: revision.edits.length,
    rate: rate && { ...rate, before: current?.rate ?? null },
    hasRateConflict: rate !== null && (current?.id ?? null) !== rate.base,
    mark: effect.mark,
    counts,
    rows: effect.rows.map((row) => previewView(row, names)).sort(byMargin),
    conflicts: conflictsOf(revision, effect, { ...context, names }),
  }
}

function conflictsOf(
  { edits }: PriceRevision,
  { now }: DraftEffect,
  { names, people, origins }: DraftContext & { names: Names },
) {
  return conflictingEdits(now.rules, edits).map((edit) => {
    const origin = origins.find((one) => scopeId(one) === scopeId(edit))

    return {
      rule: names.rule(edit),
      theirs: termsOf(now.rules, edit)?.terms ?? null,
      mine: edit.terms,
      by: (origin && people.get(origin.createdBy)) ?? null,
      at: origin?.createdAt ?? null,
    }
  })
}

// What ends worst is read first.
function byMargin(a: PreviewView, b: PreviewView): number {
  const least = Number.NEGATIVE_INFINITY

  return (a.after.marginShare ?? least) - (b.after.marginShare ?? least) || a.id.localeCompare(b.id)
}

/** The page of prices. */
export type PricingView = Awaited<ReturnType<typeof getPricing>>

/** A set of changes that is not applied yet. `preview` rows are all of them, the smallest margin first. */
export type DraftView = NonNullable<PricingView['draft']>

/** A set of changes that was applied. */
export type AppliedView = PricingView['history']['rows'][number]

/** An edit that somebody else has overtaken: what the rule says now, and what the draft wants. */
export type ConflictView = DraftView['conflicts'][number]
