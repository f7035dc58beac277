import type { Money } from '#lib/core/rules/money.ts'

/** How many codes one order takes. */
export const MAX_CODES = 3

/** Why a code takes nothing off an order. `changed`: it would take off another sum than the one that was shown. */
export const VOUCHER_PROBLEMS = [
  'unknown',
  'not_yet',
  'expired',
  'used_up',
  'used_by_you',
  'wrong_plans',
  'minimum',
  'not_together',
  'nothing_off',
  'left_too_small',
  'not_yours',
  'nothing_left',
  'changed',
] as const
export type VoucherProblem = (typeof VOUCHER_PROBLEMS)[number]

/**
 * One code as its buyer reads it: what it takes off, or why nothing. `isCapped`: less than it promises, because the plans
 * are not sold for less. `needed` is the sum that a problem speaks of, `left` what stays of a credit for later orders.
 */
export type VoucherItem = {
  code: string
  problem: VoucherProblem | null
  discount: Money | null
  isCapped: boolean
  needed: Money | null
  left: Money | null
}

/** A sum that a customer has to spend here, with the code that spends it. */
export type OwnCredit = { code: string; left: Money; endsAt: Date | null }

/**
 * What codes make of the offers of a checkout. `mark` stands for exactly these discounts of these offers: an order names
 * it, so that nobody pays another sum than the one that was shown. Null when nothing is taken off.
 */
export type VoucherView = { codes: VoucherItem[]; discount: Money; total: Money; tax: Money; mark: string | null }

/** Tells whether a text can be a code at all: 4 to 24 letters, digits and hyphens. */
export function isCodeShaped(code: string): boolean {
  return /^[A-Z0-9](?:[A-Z0-9-]{2,22})[A-Z0-9]$/.test(code)
}
