import 'server-only'
import { listChangesFrom } from '#lib/catalog/repository/admin-catalog-edit.ts'
import type { AddressOfChanges } from '#lib/catalog/schema.ts'
import { env } from '#lib/core/env.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { csvRow, csvStart } from '#lib/core/rules/csv.ts'

const PART = 500
const DAY_MS = 86_400_000
const FACTS = ['kind', 'amountValue', 'amountUnit', 'validityDays', 'minDays', 'maxDays', 'priceId'] as const

/** Returns the request for the rows of an address; `until` is the last day that counts, in UTC. */
export function toChangeFilter({ q, kind, sku, run, since, until, after }: AddressOfChanges) {
  const [at, id] = after?.split('.', 2) ?? []

  return {
    q,
    kind,
    skuId: sku,
    runId: run,
    since: since && new Date(`${since}T00:00:00Z`),
    until: until && new Date(Date.parse(`${until}T00:00:00Z`) + DAY_MS),
    before: at && id ? { at: new Date(Number(at)), id } : null,
  }
}

/**
 * The change list as parts of a CSV file: its head, then 500 rows at a time, read one after the other.
 *
 * Costs are left out for roles that may not see them. Throws `forbidden` at the first part.
 */
export async function* exportChanges(caller: Caller, address: Omit<AddressOfChanges, 'after'>): AsyncGenerator<string> {
  requirePermission(caller, 'catalog.see')
  const seesCosts = can(caller, 'costs.see')
  const costs = seesCosts ? [`cost_before_${env.RESELLER_API_CURRENCY}`, `cost_after_${env.RESELLER_API_CURRENCY}`] : []
  let isBegun = false
  let before: { at: Date; id: string } | null = null
  do {
    const rows = await listChangesFrom({ ...toChangeFilter({ ...address, after: null }), before }, PART)
    // Behind the first read: what cannot be read is a refusal, and no torn file.
    if (!isBegun)
      yield csvStart(['at_utc', 'change', 'destination', 'sku', 'plan', 'code', ...costs, 'before', 'after'])
    isBegun = true
    const last = rows.at(-1)
    before = last && rows.length === PART ? { at: last.at, id: last.id } : null
    const items = rows.map((row) => {
      const [was, is] = [asRecord(row.before), asRecord(row.after)]
      const sums = seesCosts ? [textOf(was.cost), textOf(is.cost)] : []

      return csvRow([
        ...[row.at, row.kind, row.sku?.ownName ?? row.sku?.providerName ?? null, row.skuId, row.planId],
        ...[textOf(is.code ?? was.code), ...sums, factsOf(was), factsOf(is)],
      ])
    })
    if (items.length > 0) yield items.join('')
  } while (before)
}

type Facts = Record<string, unknown>

function asRecord(value: unknown): Facts {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value)
}

function factsOf(facts: Facts): string {
  return FACTS.flatMap((key) => (facts[key] === undefined || facts[key] === null ? [] : [`${key} ${facts[key]}`])).join(
    '; ',
  )
}
