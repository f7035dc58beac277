import 'server-only'
import { z } from 'zod'
import { listAllPlans } from '#lib/catalog/repository/admin-catalog.ts'
import { NOT_ON_SALE_REASONS, type NotOnSaleReason, whyNotOnSale } from '#lib/catalog/rules/on-sale.ts'
import { mainUnits, rowsOf } from '#lib/core/queries/export-rows.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { matching } from '#lib/core/rules/field-schemas.ts'
import { planLabelOf, saleView } from '#lib/pricing/queries/admin-pricing-names.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import { planPrice } from '#lib/pricing/rules/pricing-preview.ts'

const PAGE = 100

/** Which plans that are not on sale are wanted, as the address of their list says it. */
export const unsoldFilterSchema = z.object({
  q: z.string().max(80).catch(''),
  reason: z.enum(NOT_ON_SALE_REASONS).nullable().catch(null),
  after: matching(/^\d{1,15}\.\w{1,60}$/),
})
export type UnsoldFilter = z.output<typeof unsoldFilterSchema>

const NO_PLAN: UnsoldFilter = { q: '', reason: null, after: null }

/**
 * Says for every plan whether it is on sale, by the same rule as shop and quote: counts per reason, and a page of the
 * plans of a reason or a search, by destination; with `isWhole` of all where neither is said. Costs are left out for roles that may not see them. Throws `forbidden`.
 */
export async function getNotOnSale(
  caller: Caller,
  filter: UnsoldFilter = NO_PLAN,
  { limit = PAGE, isWhole = false }: { limit?: number; isWhole?: boolean } = {},
) {
  requirePermission(caller, 'catalog.see')
  const [destinations, terms] = await Promise.all([listAllPlans(), findSaleTerms()])
  const seesCosts = can(caller, 'costs.see')
  const onShelf = destinations.filter(({ partnerId }) => partnerId === null)
  const judged = onShelf.flatMap(({ plans, ...destination }) =>
    plans
      .map((plan) => ({ entry: destination, plan, reason: whyNotOnSale({ plan, destination, terms }) }))
      .sort((one, other) => compare(one.plan.id, other.plan.id)),
  )
  const counts = new Map<NotOnSaleReason, number>()
  for (const { reason } of judged) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const matching = judged.filter(fitting(filter, isWhole))
  const rest = matching.filter(isBehind(filter.after))
  const page = rest.slice(0, limit)
  const last = page.at(-1)

  return {
    total: judged.length,
    onSale: judged.filter(({ reason }) => reason === null).length,
    reasons: NOT_ON_SALE_REASONS.flatMap((reason) => {
      const count = counts.get(reason)

      return count ? [{ reason, count }] : []
    }),
    found: matching.length,
    plans: page.map(({ entry, plan }) => ({
      ...{
        id: plan.id,
        skuId: entry.id,
        destination: entry.ownName ?? entry.providerName,
        iso2: entry.iso2,
        code: plan.code,
      },
      plan: planLabelOf(plan),
      sale: saleView(planPrice({ plan, destination: entry }, terms), seesCosts),
      cost: seesCosts ? plan.cost : null,
    })),
    ...{ currency: terms.currency, costCurrency: terms.costCurrency },
    next: rest.length > page.length && last ? `${last.entry.id}.${last.plan.id}` : null,
  }
}

type Judged = {
  entry: { id: number; providerName: string; ownName: string | null }
  plan: { id: string; code: string | null }
  reason: NotOnSaleReason | null
}

function fitting({ reason, q }: UnsoldFilter, isWhole: boolean): (one: Judged) => boolean {
  const wanted = q.trim().toLowerCase()
  if (reason === null && wanted === '' && !isWhole) return () => false

  return ({ entry, plan, reason: said }) =>
    said !== null &&
    (reason === null || said === reason) &&
    `${entry.ownName ?? ''} ${entry.providerName} ${entry.id} ${plan.code ?? ''}`.toLowerCase().includes(wanted)
}

function isBehind(after: string | null): (one: Judged) => boolean {
  const [skuId, planId] = after?.split('.', 2) ?? []
  if (skuId === undefined || planId === undefined) return () => true

  return ({ entry, plan }) => entry.id > Number(skuId) || (entry.id === Number(skuId) && plan.id > planId)
}

// As they are compared behind a place, not as a language sorts them.
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

const HEAD = [
  ...['destination_id', 'destination', 'plan', 'code', 'amount', 'days', 'reason', 'cost', 'cost_currency'],
  ...['would_be', 'currency'],
]

/** The plans that are not on sale as a file: those of a reason or a search, or all of them. */
export function exportedUnsold(caller: Caller, filter: UnsoldFilter): AsyncIterable<string> {
  return rowsOf<never>(caller, 'unsold', HEAD, async () => {
    const { plans, currency, costCurrency } = await getNotOnSale(
      caller,
      { ...filter, after: null },
      { limit: Infinity, isWhole: true },
    )

    return {
      rows: plans.map(({ skuId, destination, id, code, plan, sale, cost }) => [
        ...[
          skuId,
          destination,
          id,
          code,
          plan.amount,
          plan.days,
          sale.reason,
          cost,
          cost === null ? null : costCurrency,
        ],
        ...(sale.wouldBeMinor === null ? [null, null] : [mainUnits(sale.wouldBeMinor, currency), currency]),
      ]),
      next: null,
    }
  })
}

/**
 * Why plans are not on sale: how many for each reason, and a page of those of a reason or a search. `found` counts all of
 * these, and `next` is the place behind which their next page begins.
 */
export type NotOnSale = Awaited<ReturnType<typeof getNotOnSale>>
