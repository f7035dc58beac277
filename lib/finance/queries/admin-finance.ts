import 'server-only'
import { destinationName } from '#lib/core/i18n/destination-name.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { findSoldKey, listSold, readDestinations, readPlans } from '#lib/finance/repository/admin-finance.ts'
import { financeRange, findSoldFilter } from '#lib/finance/repository/admin-finance-filter.ts'
import { sumSold } from '#lib/finance/repository/admin-finance-sums.ts'
import type { FinanceFilter, FinanceLines, FinanceSums } from '#lib/finance/rules/admin-finance.ts'

const MOST_ROWS = 400
const PAGE = 50

/** Adds up what was sold in the days of a filter, by day, month, destination, plan or method. Throws `forbidden`. */
export async function getFinanceSums(caller: Caller, filter: FinanceFilter, locale: string): Promise<FinanceSums> {
  requirePermission(caller, 'costs.see')
  const found = await sumSold(await findSoldFilter({ ...filter, key: null, lines: null }), {
    by: filter.by,
    limit: MOST_ROWS + 1,
  })
  const shown = found.slice(0, MOST_ROWS)
  const name = await namesOf(
    shown.flatMap(({ key }) => key ?? []),
    { by: filter.by, locale },
  )

  return {
    range: financeRange(filter),
    totals: shown.filter(({ key }) => key === null),
    rows: shown.flatMap((row) => (row.key === null ? [] : [{ ...row, key: row.key, ...name(row.key) }])),
    hasMore: found.length > MOST_ROWS,
  }
}

/** Reads one page of the sold lines behind a figure, newest first. Throws `forbidden`. */
export async function listFinanceLines(caller: Caller, filter: FinanceFilter, locale: string): Promise<FinanceLines> {
  requirePermission(caller, 'costs.see')
  const [listFilter, after] = await Promise.all([
    findSoldFilter(filter),
    filter.after ? findSoldKey(filter.after) : null,
  ])
  const found = await listSold(listFilter, { after, limit: PAGE + 1 })
  const rows = found.slice(0, PAGE)
  const name = filter.key === null ? null : (await namesOf([filter.key], { by: filter.by, locale }))(filter.key)
  const [skus, plans] = await Promise.all([
    readDestinations([...new Set(rows.map(({ skuId }) => skuId))]),
    readPlans([...new Set(rows.map(({ planId }) => planId))]),
  ])

  return {
    range: financeRange(filter),
    rows: rows.map((row) => {
      const sku = skus.get(row.skuId)
      const plan = plans.get(row.planId)

      return {
        ...row,
        destination: sku ? destinationName(sku, locale) : String(row.skuId),
        iso2: sku?.iso2 ?? null,
        plan: plan ? `${plan.amountValue} ${plan.amountUnit}` : row.planId,
      }
    }),
    label: name?.label ?? null,
    older: found.length > PAGE ? (rows.at(-1)?.itemId ?? null) : null,
  }
}

type Name = { label: string | null; iso2: string | null }

async function namesOf(
  named: string[],
  { by, locale }: { by: FinanceFilter['by']; locale: string },
): Promise<(key: string) => Name> {
  const nothing = { label: null, iso2: null }
  if (by !== 'destination' && by !== 'plan') return () => nothing
  const keys = [...new Set(named)]
  const plans = by === 'plan' ? await readPlans(keys) : null
  const skus = await readDestinations(plans ? [...plans.values()].map(({ skuId }) => skuId) : keys.flatMap(toSkuId))

  return (key) => {
    const plan = plans?.get(key)
    const sku = skus.get(plans ? (plan?.skuId ?? -1) : Number(key))
    if (!sku) return nothing
    const place = destinationName(sku, locale)
    const term = plan && plan.kind !== 'day_pass' ? ` / ${plan.validityDays}` : ''

    return { label: plan ? `${place} ${plan.amountValue} ${plan.amountUnit}${term}` : place, iso2: sku.iso2 }
  }
}

// A key comes from an address: what is no number of a destination names none.
function toSkuId(key: string): number[] {
  return /^\d{1,9}$/.test(key) ? [Number(key)] : []
}
