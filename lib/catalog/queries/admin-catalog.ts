import 'server-only'
import { getNotOnSale } from '#lib/catalog/queries/admin-unsold.ts'
import {
  type ChangeFilter,
  countChangesOfRuns,
  listAllPlans,
  listChangesFrom,
  listFailedDestinations,
  listRuns,
  listRunsBehind,
  readCoverage,
} from '#lib/catalog/repository/admin-catalog.ts'
import type { SyncRunRow, SyncRunView } from '#lib/catalog/rules/admin-catalog.ts'
import { whyNotOnSale } from '#lib/catalog/rules/on-sale.ts'
import { PLAN_CHANGE_KINDS } from '#lib/catalog/rules/plan.ts'
import type { AddressOfChanges } from '#lib/catalog/schema.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import type { PlanLabel } from '#lib/orders/rules/admin-orders.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import { listCapabilities } from '#lib/provider/repository/capabilities.ts'
import { type CapabilityKey, capabilityValues, saleSwitches, toCapabilities } from '#lib/provider/rules/capabilities.ts'

const FAILED = 50
const CHANGES = 100
const UNRESPONSIVE_MS = 120_000

/** Reads how much of the catalogue is known, and the last passes over it. Throws `forbidden`. */
export async function getCoverage(caller: Caller) {
  requirePermission(caller, 'catalog.see')
  const [coverage, failed, [run], sale] = await Promise.all([
    readCoverage(),
    listFailedDestinations(FAILED),
    listRuns(1),
    getNotOnSale(caller),
  ])

  return {
    ...coverage,
    readAt: new Date(),
    failed: failed.map(({ id, providerName, lastReadError, plansReadAt }) => ({
      id,
      name: providerName,
      error: lastReadError ?? '',
      readAt: plansReadAt,
    })),
    onSale: sale.onSale,
    run: run ?? null,
    isRunning: isRunning(run),
  }
}

/** Reads how far the newest pass is, for the page that waits for it. Throws `forbidden`. */
export async function getSyncProgress(caller: Caller) {
  requirePermission(caller, 'catalog.see')
  const [run] = await listRuns(1)

  return { run: run ?? null, isRunning: isRunning(run) }
}

/**
 * Reads a page of the wanted differences, the newest first, and the place behind which the next one begins.
 * Costs are left out for roles that may not see them. Throws `forbidden`.
 */
export async function getChanges(caller: Caller, filter: ChangeFilter) {
  requirePermission(caller, 'catalog.see')
  const seesCosts = can(caller, 'costs.see')
  const found = await listChangesFrom(filter, CHANGES + 1)
  const page = found.slice(0, CHANGES)
  const last = page.at(-1)

  return {
    changes: page.map(({ id, at, kind: what, skuId, destination, before, after }) => ({
      id,
      skuId,
      at,
      kind: what,
      destination: destination?.ownName ?? destination?.providerName ?? '?',
      iso2: destination?.iso2 ?? null,
      plan: planLabel(asRecord(after ?? before)),
      facts: differing(asRecord(before), asRecord(after)).filter(({ key }) => seesCosts || key !== 'cost'),
    })),
    next: found.length > CHANGES && last ? `${last.at.getTime()}.${last.id}` : null,
  }
}

/** Counts, for each capability that is on, the plans that leave the shop when it is switched off. Throws `forbidden`. */
export async function countLeavingPlans(caller: Caller): Promise<Partial<Record<CapabilityKey, number>>> {
  requirePermission(caller, 'settings.change')
  const [destinations, terms, rows] = await Promise.all([listAllPlans(), findSaleTerms(), listCapabilities()])
  const sold = destinations
    .filter(({ partnerId }) => partnerId === null)
    .flatMap(({ plans, ...destination }) => plans.map((plan) => ({ plan, destination })))
    .filter((one) => whyNotOnSale({ ...one, terms }) === null)
  const on = Object.entries(capabilityValues(toCapabilities(rows))).filter(([, value]) => value === 'on')
  const counts = on.map(([key]) => {
    const without = toCapabilities([...rows, { key, value: 'off' }])
    const then = { ...terms, ...saleSwitches(without) }

    return [key, sold.filter((one) => whyNotOnSale({ ...one, terms: then }) !== null).length]
  })

  return Object.fromEntries(counts)
}

function isRunning(run: SyncRunView | undefined): boolean {
  return run?.state === 'running' && Date.now() - run.heartbeatAt.getTime() < UNRESPONSIVE_MS
}

type Details = Record<string, unknown>

function asRecord(value: unknown): Details {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function planLabel({ amountValue, amountUnit, validityDays }: Details): PlanLabel {
  return {
    destination: null,
    amount: `${amountValue ?? '?'} ${amountUnit ?? ''}`.trim(),
    days: typeof validityDays === 'number' ? validityDays : null,
    count: null,
  }
}

function differing(before: Details, after: Details) {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const text = (value: unknown) => (value === undefined || value === null ? null : String(value))
  // A plan that is new or gone has one side only: its cost is what a reader wants to know.
  const isOneSided = Object.keys(before).length === 0 || Object.keys(after).length === 0
  const shown = isOneSided ? keys.filter((key) => key === 'cost') : keys

  return shown
    .map((key) => ({ key, before: text(before[key]), after: text(after[key]) }))
    .filter((detail) => detail.before !== detail.after)
}

const DAY_MS = 86_400_000

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

const RUNS = 10

/**
 * Reads a page of the passes over the catalogue with the differences that each found, the newest first, and the place
 * behind which the next one begins. Throws `forbidden`.
 */
export async function getSyncRuns(
  caller: Caller,
  after: string | null,
): Promise<{ runs: SyncRunRow[]; next: string | null }> {
  requirePermission(caller, 'catalog.see')
  const [at, id] = after?.split('.', 2) ?? []
  const found = await listRunsBehind(at && id ? { startedAt: new Date(Number(at)), id } : null, RUNS + 1)
  const page = found.slice(0, RUNS)
  const counts = await countChangesOfRuns(page.map((run) => run.id))
  const last = page.at(-1)

  return {
    runs: page.map((run) => ({
      ...run,
      changes: PLAN_CHANGE_KINDS.flatMap((kind) =>
        counts.filter((one) => one.runId === run.id && one.kind === kind).map(({ count }) => ({ kind, count })),
      ),
    })),
    next: found.length > RUNS && last ? `${last.startedAt.getTime()}.${last.id}` : null,
  }
}

/** How much of the catalogue is known. `failed` are the first of the destinations that `failures` counts. */
export type Coverage = Awaited<ReturnType<typeof getCoverage>>

/** A difference that a pass found. `before` and `after` are facts of the plan, as far as they are of use. */
export type ChangeView = Awaited<ReturnType<typeof getChanges>>['changes'][number]
