import 'server-only'
import type { z } from 'zod'
import { toChangeFilter } from '#lib/catalog/queries/admin-catalog.ts'
import { type DestinationRow, getAdminDestinations } from '#lib/catalog/queries/admin-destinations.ts'
import { type AdminPartner, getAdminPartners } from '#lib/catalog/queries/partners.ts'
import { listChangesFrom, listRunsBehind } from '#lib/catalog/repository/admin-catalog.ts'
import type { destinationExportSchema, SyncRunView } from '#lib/catalog/rules/admin-catalog.ts'
import type { AddressOfChanges } from '#lib/catalog/schema.ts'
import { env } from '#lib/core/env.ts'
import { BATCH, batchOf, mainUnits, rowsOf } from '#lib/core/queries/export-rows.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import type { CsvCell } from '#lib/core/rules/csv.ts'
import type { searchSchema } from '#lib/core/rules/field-schemas.ts'
import { toRecord } from '#lib/core/rules/records.ts'

const DESTINATION_HEAD = [
  ...['destination_id', 'destination', 'network_name', 'country', 'shelf', 'rank', 'hidden', 'featured', 'gone'],
  ...['plans', 'on_sale', 'from', 'currency', 'read', 'error'],
]
const PARTNER_HEAD = [
  ...['partner_id', 'partner', 'slug', 'hidden', 'gone', 'listed', 'grouped', 'only_listed', 'only_grouped', 'read'],
  ...['error', 'plan', 'destination', 'amount', 'days', 'label', 'cost', 'cost_currency'],
  ...['price', 'currency', 'not_sold'],
]
const SYNC_HEAD = ['pass', 'trigger', 'state', 'total', 'done', 'failed', 'calls', 'error', 'started', 'finished']

const CHANGE_HEAD = ['at_utc', 'change', 'destination', 'sku', 'plan', 'code']
const DETAILS = ['kind', 'amountValue', 'amountUnit', 'validityDays', 'minDays', 'maxDays', 'priceId'] as const

type DestinationExport = z.output<typeof destinationExportSchema>

/** The destinations of a filter as a file, in the order of their page. */
export function exportedDestinations(caller: Caller, { locale, ...filter }: DestinationExport): AsyncIterable<string> {
  return rowsOf<never>(caller, 'destinations', DESTINATION_HEAD, async () => {
    const { rows, currency } = await getAdminDestinations(caller, locale, filter)

    return { rows: rows.map((row) => destinationCells(row, currency)), next: null }
  })
}

function destinationCells(row: DestinationRow, currency: string): CsvCell[] {
  const { id, name, providerName, iso2, shelf, rank, plans, onSale, fromMinor, readAt, error } = row
  const from = fromMinor === null ? null : mainUnits(fromMinor, currency)

  return [
    ...[id, name, providerName, iso2, shelf, rank, yes(row.isHidden), yes(row.isFeatured), yes(row.isGone)],
    ...[plans, onSale, from, currency, readAt, error],
  ]
}

/** The partners of a search as a file: a row for each plan, and one for a partner without plans. */
export function exportedPartners(caller: Caller, { q }: z.output<typeof searchSchema>): AsyncIterable<string> {
  return rowsOf<never>(caller, 'partners', PARTNER_HEAD, async () => {
    const { partners, ...currencies } = await getAdminPartners(caller, q)

    return { rows: partners.flatMap((partner) => partnerCells(partner, currencies)), next: null }
  })
}

type Currencies = { currency: string; costCurrency: string }

function partnerCells(partner: AdminPartner, { currency, costCurrency }: Currencies): CsvCell[][] {
  const { id, name, slug, isHidden, vanishedAt, listed, grouped, onlyListed, onlyGrouped, readAt, plans } = partner
  const cells = [
    ...[id, name, slug, yes(isHidden), yes(vanishedAt !== null), listed, grouped],
    ...[onlyListed.join(', '), onlyGrouped.join(', '), readAt, partner.lastReadError ?? partner.groupedError],
  ]
  if (plans.length === 0) return [[...cells, ...Array<null>(10).fill(null)]]

  return plans.map(({ key, destination, amount, days, label, cost, sale, takesLater }) => [
    ...cells,
    ...[key, destination, amount, days, label, cost, cost === null ? null : costCurrency],
    ...(sale.price && takesLater ? [mainUnits(sale.price.minor, currency), currency] : [null, null]),
    takesLater ? sale.reason : 'no_top_up',
  ])
}

/** Every pass over the catalogue that is still known as a file, the newest first. */
export function exportedSyncs(caller: Caller): AsyncIterable<string> {
  return rowsOf<{ startedAt: Date; id: string }>(caller, 'syncs', SYNC_HEAD, async (after) => {
    requirePermission(caller, 'catalog.see')

    return batchOf(await listRunsBehind(after, BATCH), syncCells, ({ startedAt, id }) => ({ startedAt, id }))
  })
}

function syncCells({ id, trigger, state, total, done, failed, calls, error, ...run }: SyncRunView): CsvCell[] {
  // Who started it is a matter of the audit log.
  return [id, trigger.split(':')[0], state, total, done, failed, calls, error, run.startedAt, run.finishedAt]
}

/** What changed in the catalogue as a file, the newest first. Costs are left out for roles that may not see them. */
export function exportedChanges(caller: Caller, address: AddressOfChanges): AsyncIterable<string> {
  const seesCosts = can(caller, 'costs.see')
  const costs = seesCosts ? [`cost_before_${env.RESELLER_API_CURRENCY}`, `cost_after_${env.RESELLER_API_CURRENCY}`] : []
  const head = [...CHANGE_HEAD, ...costs, 'before', 'after']
  const filter = toChangeFilter({ ...address, after: null })

  return rowsOf<{ at: Date; id: string }>(caller, 'changes', head, async (before) => {
    requirePermission(caller, 'catalog.see')
    const found = await listChangesFrom({ ...filter, before }, BATCH)

    return batchOf(
      found,
      (row) => changeCells(row, seesCosts),
      ({ at, id }) => ({ at, id }),
    )
  })
}

type Change = Awaited<ReturnType<typeof listChangesFrom>>[number]

function changeCells({ at, kind, destination, skuId, planId, ...sides }: Change, seesCosts: boolean): CsvCell[] {
  const [was, is] = [toRecord(sides.before), toRecord(sides.after)]

  return [
    ...[
      at,
      kind,
      destination?.ownName ?? destination?.providerName ?? null,
      skuId,
      planId,
      textOf(is.code ?? was.code),
    ],
    ...(seesCosts ? [textOf(was.cost), textOf(is.cost)] : []),
    ...[detailsOf(was), detailsOf(is)],
  ]
}

function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value)
}

function detailsOf(facts: Record<string, unknown>): string {
  return DETAILS.flatMap((key) => (textOf(facts[key]) === null ? [] : [`${key} ${facts[key]}`])).join('; ')
}

function yes(is: boolean): string {
  return is ? 'yes' : 'no'
}
