import 'server-only'
import { getNotOnSale } from '#lib/catalog/queries/admin-unsold.ts'
import { listAllPlans, listFailedSkus, listRuns, readCoverage } from '#lib/catalog/repository/admin-catalog.ts'
import { type ChangeFilter, listChangesFrom } from '#lib/catalog/repository/admin-catalog-edit.ts'
import type { ChangeView, Coverage, SyncProgressView, SyncRunView } from '#lib/catalog/rules/admin-catalog.ts'
import { whyNotOnSale } from '#lib/catalog/rules/on-sale.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import type { PlanLabel } from '#lib/orders/rules/admin-orders.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import { listCapabilities } from '#lib/provider/repository/capabilities.ts'
import { type CapabilityKey, capabilityValues, saleSwitches, toCapabilities } from '#lib/provider/rules/capabilities.ts'

const FAILED = 50
const CHANGES = 100
const SILENT_MS = 120_000

/** Reads how much of the catalogue is known, and the last passes over it. Throws `forbidden`. */
export async function getCoverage(caller: Caller): Promise<Coverage> {
  requirePermission(caller, 'catalog.see')
  const [figures, failed, [run], sale] = await Promise.all([
    readCoverage(),
    listFailedSkus(FAILED),
    listRuns(1),
    getNotOnSale(caller),
  ])

  return {
    ...figures,
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
export async function getSyncProgress(caller: Caller): Promise<SyncProgressView> {
  requirePermission(caller, 'catalog.see')
  const [run] = await listRuns(1)

  return { run: run ?? null, isRunning: isRunning(run) }
}

/**
 * Reads a page of the wanted differences, the newest first, and the place behind which the next one begins.
 * Costs are left out for roles that may not see them. Throws `forbidden`.
 */
export async function getChanges(
  caller: Caller,
  filter: ChangeFilter,
): Promise<{ changes: ChangeView[]; next: string | null }> {
  requirePermission(caller, 'catalog.see')
  const seesCosts = can(caller, 'costs.see')
  const found = await listChangesFrom(filter, CHANGES + 1)
  const page = found.slice(0, CHANGES)
  const last = page.at(-1)

  return {
    changes: page.map(({ id, at, kind: what, skuId, sku, before, after }) => ({
      id,
      skuId,
      at,
      kind: what,
      destination: sku?.ownName ?? sku?.providerName ?? '?',
      iso2: sku?.iso2 ?? null,
      plan: planLabel(asRecord(after ?? before)),
      facts: differing(asRecord(before), asRecord(after)).filter(({ key }) => seesCosts || key !== 'cost'),
    })),
    next: found.length > CHANGES && last ? `${last.at.getTime()}.${last.id}` : null,
  }
}

/** Counts, for each capability that is on, the plans that leave the shop when it is switched off. Throws `forbidden`. */
export async function countLeavingPlans(caller: Caller): Promise<Partial<Record<CapabilityKey, number>>> {
  requirePermission(caller, 'settings.change')
  const [skus, terms, rows] = await Promise.all([listAllPlans(), findSaleTerms(), listCapabilities()])
  const sold = skus
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
  return run?.state === 'running' && Date.now() - run.heartbeatAt.getTime() < SILENT_MS
}

type Facts = Record<string, unknown>

function asRecord(value: unknown): Facts {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function planLabel({ amountValue, amountUnit, validityDays }: Facts): PlanLabel {
  return {
    destination: null,
    amount: `${amountValue ?? '?'} ${amountUnit ?? ''}`.trim(),
    days: typeof validityDays === 'number' ? validityDays : null,
    count: null,
  }
}

function differing(before: Facts, after: Facts): ChangeView['facts'] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const text = (value: unknown) => (value === undefined || value === null ? null : String(value))
  // A plan that is new or gone has one side only: its cost is what a reader wants to know.
  const isOneSided = Object.keys(before).length === 0 || Object.keys(after).length === 0
  const shown = isOneSided ? keys.filter((key) => key === 'cost') : keys

  return shown
    .map((key) => ({ key, before: text(before[key]), after: text(after[key]) }))
    .filter((fact) => fact.before !== fact.after)
}
