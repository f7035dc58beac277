import { z } from 'zod'
import { decimal, parseDecimal } from '#lib/core/rules/decimal.ts'
import { PRICE_ROUNDINGS } from '#lib/pricing/rules/pricing.ts'
import type { RuleEdit } from '#lib/pricing/rules/pricing-edit.ts'
import { PRICE_SCOPES } from '#lib/pricing/rules/pricing-scope.ts'

const decimalSchema = z.string().transform((text, context) => {
  if (parseDecimal(text) !== null) return decimal(text)
  context.addIssue({ code: 'custom', message: 'This is no decimal.' })

  return z.NEVER
})

const termsSchema = z.object({
  percent: decimalSchema.nullable(),
  addMinor: z.int().nullable(),
  fixedMinor: z.int().nullable(),
  rounding: z.enum(PRICE_ROUNDINGS).nullable(),
  floorPercent: decimalSchema.nullable(),
  floorMinor: z.int().nullable(),
})

const editSchema = z.object({
  scope: z.enum(PRICE_SCOPES),
  scopeKey: z.string(),
  terms: termsSchema.nullable(),
  base: z.int().nullable(),
})

const rateSchema = z.object({
  from: z.string(),
  to: z.string(),
  rate: decimalSchema,
  asOf: z.string(),
  source: z.enum(['hand', 'file', 'undo']),
  /** The row that the change was made from, null for a first rate. */
  base: z.string().nullable(),
})

const beforeSchema = z.object({ edits: z.array(editSchema), rate: rateSchema.nullable() })

/** A change of the exchange rate inside a set of changes. */
export type RateEdit = z.output<typeof rateSchema>

/** What a set of changes replaced: edits and a rate that would put it back. */
export type RevisionBefore = { edits: RuleEdit[]; rate: RateEdit | null }

/** Why a scheduled set of changes was not applied when its time came. */
export const STOP_REASONS = ['rules_changed', 'below_floor', 'rate_changed'] as const
export type StopReason = (typeof STOP_REASONS)[number]

/** Reads stored edits. Throws when they are none: that is a fault of ours. */
export function parseEdits(value: unknown): RuleEdit[] {
  return z.array(editSchema).parse(value)
}

/** Reads a stored change of the rate, `null` where there is none. */
export function parseRateEdit(value: unknown): RateEdit | null {
  return rateSchema.nullable().parse(value ?? null)
}

/** Reads what was replaced, `null` for a set that was never applied. */
export function parseBefore(value: unknown): RevisionBefore | null {
  return beforeSchema.nullable().parse(value ?? null)
}

/** Reads stored counts of a preview. */
export function parseCounts(value: unknown): { changed: number; cheaper: number; dearer: number } | null {
  return z
    .object({ changed: z.int(), cheaper: z.int(), dearer: z.int() })
    .nullable()
    .parse(value ?? null)
}
