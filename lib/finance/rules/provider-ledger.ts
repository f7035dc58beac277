import { z } from 'zod'
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimal,
  subtractDecimals,
  toScaledInteger,
  ZERO,
} from '#lib/core/rules/decimal.ts'
import { daySpan, instantSchema, matching } from '#lib/core/rules/field-schemas.ts'
import { FINANCE_BOOKS } from '#lib/finance/rules/admin-finance.ts'
import type { DiscrepancyKind } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

/** Under which key the lowest balance is stored at which payments are still taken. */
export const PROVIDER_FLOOR_KEY = 'finance.supplierFloor'

/**
 * Sums of the supplier ledger in one currency, as exact text. `recentSpend` is that of the last `recentDays`, to the instant
 * since `recentSince`.
 */
export type LedgerSums = {
  currency: string
  deposits: Decimal
  withdrawals: Decimal
  spend: Decimal
  confirmed: Decimal
  expected: Decimal
  recentSpend: Decimal
  recentDays: number
  recentSince: Date
}

/** What is left at the supplier, and how many days it lasts at the recent pace. `null` where nobody can know. */
export type LedgerStatus = LedgerSums & { balance: Decimal | null; lastsDays: number | null }

/** What an entry of the ledger is: a credit is one until a person has confirmed it, and another behind that. */
export const LEDGER_KINDS = ['deposit', 'withdrawal', 'spend', 'expected_credit', 'confirmed_credit'] as const

/** What the address of the ledger says. Whatever cannot be read is left out, never an error. Days are in UTC. */
export const ledgerFilterSchema = z.object({
  kind: z.enum(LEDGER_KINDS).nullable().catch(null),
  ...daySpan,
  q: z.string().trim().max(254).catch(''),
  /** The figure that led here is of one currency, and begins at an instant. */
  currency: matching(/^[A-Z]{3}$/),
  since: instantSchema.nullable().catch(null),
  after: z.string().max(120).nullable().catch(null),
})
export type LedgerFilter = z.output<typeof ledgerFilterSchema>

/** An entry of the ledger as staff read it. */
export type LedgerEntry = {
  id: string
  kind: string
  amount: Decimal
  currency: string
  orderNum: string | null
  order: { id: string; number: string } | null
  at: Date
  confirmedAt: Date | null
  /** By whom a credit was confirmed, and what was noted with a payment. */
  confirmedBy: string | null
  note: string | null
}

/** What the supplier owes for the eSIMs of one request, and who saw it on the account. */
export type CancellationCredit = Pick<LedgerEntry, 'id' | 'amount' | 'currency' | 'confirmedAt' | 'confirmedBy'>

/**
 * Returns what is left and for how long. Without a deposit nobody has told what there was, so nothing is said about what
 * is left; credits count from the moment a person has confirmed them. Days are cut, never rounded up.
 */
export function ledgerStatus(sums: LedgerSums): LedgerStatus {
  const { deposits, withdrawals, spend, confirmed, recentSpend, recentDays } = sums
  if (compareDecimals(deposits, ZERO) === 0) return { ...sums, balance: null, lastsDays: null }
  const balance = subtractDecimals(addDecimals(deposits, confirmed), addDecimals(withdrawals, spend))

  return { ...sums, balance, lastsDays: lastsDays(balance, { recentSpend, recentDays }) }
}

/** From how many days on a credit that runs out wants a person: a bank transfer takes that long. */
export const CREDIT_SOON_DAYS = 7

/** Returns how long the credit lasts down to a floor. `null` where nobody can know, or the floor is behind it. */
export function creditForecast(status: LedgerStatus, floor: Decimal | null) {
  const { balance, recentSpend, recentDays } = status
  if (balance === null || isUnderFloor(balance, floor)) return null
  const days = lastsDays(subtractDecimals(balance, floor ?? ZERO), { recentSpend, recentDays })
  if (days === null) return null
  const perWindow = toScaledInteger(recentSpend, 6, 'half-up')

  return { days, perDay: decimal(`${perWindow / BigInt(recentDays)}e-6`) }
}

/** Tells whether a balance has fallen under a floor. An unknown balance has not. */
export function isUnderFloor(balance: Decimal | null, floor: Decimal | null): boolean {
  return balance !== null && floor !== null && compareDecimals(balance, floor) < 0
}

function lastsDays(balance: Decimal, recent: Pick<LedgerSums, 'recentSpend' | 'recentDays'>): number | null {
  const perWindow = toScaledInteger(recent.recentSpend, 6, 'half-up')
  if (perWindow <= 0n || recent.recentDays <= 0) return null
  const left = toScaledInteger(balance, 6, 'down')

  return left <= 0n ? 0 : Number((left * BigInt(recent.recentDays)) / perWindow)
}

/** Losses that come from no difference; all others are called like the difference that they come from. */
export const OWN_LOSSES = ['cancel_refused', 'top_up_unpaid', 'written_off'] as const
export type LossKind = DiscrepancyKind | (typeof OWN_LOSSES)[number]

/** What the address of the losses says. Whatever cannot be read is left out, never an error. Days are in UTC. */
export const lossFilterSchema = z.object({
  book: z.enum(FINANCE_BOOKS).nullable().catch(null),
  ...daySpan,
  q: z.string().trim().max(254).catch(''),
  /** Only those whose amount is known, or is not. */
  amount: z.enum(['known', 'unknown']).nullable().catch(null),
  currency: matching(/^[A-Z]{3}$/),
  after: matching(/^los_\w{1,40}$/),
})
export type LossFilter = z.output<typeof lossFilterSchema>

/** Money that is lost, or may be. The kind of one that another version booked is no word of this one. */
export type LossRow = {
  id: string
  at: Date
  kind: string
  /** `null` where nobody knows it. */
  amount: Decimal | null
  currency: string
  /** `null` where no order of ours stands behind it. */
  order: { id: string; number: string } | null
  /** The network's order that was paid for nothing, where one is known. */
  orderNum: string | null
}

/** What the known losses of a filter add up to in one currency, `null` without one, and how many are not known. */
export type LossSum = { currency: string; amount: Decimal | null; unknown: number }
