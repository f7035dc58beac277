import 'server-only'
import { z } from 'zod'
import type { CatalogPlan, MirroredPlan } from '#lib/catalog/rules/plan.ts'
import { type Decimal, decimal } from '#lib/core/rules/decimal.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'

/** The columns from which a plan of the mirror is read. */
export const PLAN_COLUMNS = {
  id: true,
  skuId: true,
  planKey: true,
  code: true,
  priceId: true,
  kind: true,
  unsoldReason: true,
  minDays: true,
  maxDays: true,
  amountValue: true,
  amountUnit: true,
  validityDays: true,
  cost: true,
  openCardFee: true,
  canTopUp: true,
  needsStartDate: true,
  expireDays: true,
  label: true,
  premark: true,
  networks: true,
  isHidden: true,
  vanishedAt: true,
} as const satisfies Prisma.PlanSelect

type PlanRow = Prisma.PlanGetPayload<{ select: typeof PLAN_COLUMNS }>

const reasonSchema = z.enum(['days_enumerated', 'day_bounds_invalid', 'kind_unknown']).nullable().catch('kind_unknown')
/** Networks as a row keeps them; what cannot be read counts as not stated. */
export const networksSchema = z
  .array(z.object({ operator: z.string(), generation: z.string().nullable() }))
  .nullable()
  .catch(null)

/** Returns a stored plan as the rules take it. */
export function toCatalogPlan(row: PlanRow): CatalogPlan {
  return {
    ...row,
    unsoldReason: reasonSchema.parse(row.unsoldReason),
    amountUnit: row.amountUnit === 'GB' ? 'GB' : 'MB',
    cost: toDecimal(row.cost),
    openCardFee: row.openCardFee && toDecimal(row.openCardFee),
    networks: networksSchema.parse(row.networks),
  }
}

/** Returns the facts of a plan as columns. */
export function toPlanColumns(facts: MirroredPlan) {
  const { planKey, code, priceId, kind, unsoldReason, minDays, maxDays, amountValue, amountUnit, validityDays } = facts
  const { cost, openCardFee, canTopUp, needsStartDate, expireDays, label, premark } = facts

  return {
    ...{ planKey, code, priceId, kind, unsoldReason, minDays, maxDays, amountValue, amountUnit, validityDays },
    ...{ cost, openCardFee, canTopUp, needsStartDate, expireDays, label, premark },
    networks: facts.networks ?? Prisma.DbNull,
  }
}

/** Returns what a change list shows of a plan: few words, no text of the provider. */
export function toChangeDetails(facts: MirroredPlan): Prisma.InputJsonObject {
  const { code, priceId, kind, minDays, maxDays, amountValue, amountUnit, validityDays, cost } = facts

  return { code, priceId, kind, minDays, maxDays, amountValue, amountUnit, validityDays, cost: String(cost) }
}

function toDecimal(value: Prisma.Decimal): Decimal {
  return decimal(value.toFixed())
}
