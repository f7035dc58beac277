import 'server-only'
import { destinationName } from '#lib/core/i18n/countries.ts'
import { BATCH, batchOf, mainUnits, rowsOf } from '#lib/core/queries/export-rows.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import type { CsvCell } from '#lib/core/rules/csv.ts'
import {
  findPromotion,
  listDestinationNames,
  listPromotions,
  type PromotionData,
  sumUses,
} from '#lib/pricing/repository/promotions.ts'
import { storeCurrency } from '#lib/pricing/repository/sale-terms.ts'
import { type PromotionFilter, promotionState } from '#lib/pricing/rules/admin-pricing.ts'
import { toPromotionForm } from '#lib/pricing/rules/promotion-edit.ts'

const PAGE = 50

/** Reads a page of promotions with what they cost so far, and the one that is to be edited. Throws `forbidden`. */
export async function getPromotions(
  caller: Caller,
  { q, state, after, edit, locale }: PromotionFilter & { locale: string },
) {
  requirePermission(caller, 'catalog.see')
  const mayChange = can(caller, 'catalog.change')
  const [found, edited, destinations] = await Promise.all([
    listPromotions({ q, state, after, limit: PAGE + 1 }),
    edit === null ? null : findPromotion(edit),
    listDestinationNames(),
  ])
  const page = found.slice(0, PAGE)
  const sums = await sumUses(page.map(({ id }) => id))
  const currency = storeCurrency()
  const names = new Map(destinations.map((destination) => [destination.id, destinationName(destination, locale)]))
  const now = new Date()

  return {
    rows: page.map((row) => {
      const { used, givenMinor } = sums.get(row.id) ?? NO_USE
      const { endedAt: _, ...shown } = row
      const places = row.skuIds.map((id) => names.get(id) ?? String(id))

      return { ...shown, used, givenMinor, places, state: promotionState({ ...row, used }, now) }
    }),
    older: found.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    currency,
    mayChange,
    edited: mayChange && isEditable(edited) ? { ...seen(edited), form: toPromotionForm(edited, currency) } : null,
    destinations: [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name, locale)),
  }
}

/** Reads the code of a promotion, `null` when there is none. Throws `forbidden`. */
export async function findPromotionCode(caller: Caller, id: string): Promise<string | null> {
  requirePermission(caller, 'catalog.see')

  return (await findPromotion(id))?.code ?? null
}

const HEAD = [
  ...['promotion', 'code', 'title', 'state', 'kind', 'percent', 'sum', 'currency', 'minimum', 'from', 'until'],
  ...['time_zone', 'total_limit', 'person_limit', 'destinations', 'plans', 'stacks', 'under_floor', 'used', 'given'],
]

/** The promotions of a search and a state as a file, newest first, with what they cost so far. */
export function exportedPromotions(
  caller: Caller,
  filter: Pick<PromotionFilter, 'q' | 'state'>,
): AsyncIterable<string> {
  return rowsOf<string>(caller, 'promotions', HEAD, async (after) => {
    requirePermission(caller, 'catalog.see')
    const found = await listPromotions({ ...filter, after, limit: BATCH })
    const sums = await sumUses(found.map(({ id }) => id))

    return batchOf(
      found,
      (row) => cellsOf(row, sums.get(row.id) ?? NO_USE),
      ({ id }) => id,
    )
  })
}

const NO_USE = { used: 0, givenMinor: 0 }

function cellsOf(row: PromotionData, { used, givenMinor }: typeof NO_USE): CsvCell[] {
  const { id, code, title, kind, basisPoints, amountMinor, minimumMinor, currency, startsAt, endsAt, timeZone } = row
  const sum = (minor: number | null) => minor && mainUnits(minor, currency)

  return [
    ...[id, code, title, promotionState({ ...row, used }, new Date()), kind, basisPoints && basisPoints / 100],
    ...[sum(amountMinor), currency, sum(minimumMinor), startsAt, endsAt, timeZone, row.totalLimit, row.personLimit],
    ...[row.skuIds.join(' '), row.planKind, row.stacks ? 'yes' : 'no', row.maySellUnderFloor ? 'yes' : 'no'],
    ...[used, mainUnits(givenMinor, currency)],
  ]
}

function isEditable(promotion: PromotionData | null): promotion is PromotionData {
  return promotion !== null && promotion.endedAt === null
}

function seen({ id, turn }: PromotionData) {
  return { id, turn }
}

/** The page of promotions: one page of them, newest first, and the one that is edited. */
export type PromotionsPage = Awaited<ReturnType<typeof getPromotions>>

/** A promotion in the list, with the orders that hold it and what it took off them, in minor units. */
export type PromotionRow = PromotionsPage['rows'][number]
