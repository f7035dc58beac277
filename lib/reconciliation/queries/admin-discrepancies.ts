import 'server-only'
import { maskRows, maskWords } from '#lib/core/queries/masked-words.ts'
import { type Caller, can } from '#lib/core/rules/caller.ts'
import type { EvidenceRow } from '#lib/orders/rules/admin-order.ts'
import { toEvidenceRows } from '#lib/orders/rules/evidence.ts'

type Differing = { subject: string; evidence: unknown }

// What the network charges, in the words of the evidence.
const COSTS = ['expected', 'charged', 'total', 'ours.cost', 'network.cost']
// For the page that sets both sides next to each other; a row of text cannot.
const NOT_SAID = ['differs', 'skuId', 'lineId']

/**
 * Returns what a difference is about, then what was written down. Sums are given their currency where it is known; costs
 * are absent and card numbers shortened for roles that may not see them.
 */
export function toDiscrepancyFacts(
  caller: Caller,
  { evidence, ...about }: Differing,
  currency?: string,
): EvidenceRow[] {
  const subject = maskWords(caller, about.subject)
  const seesCosts = can(caller, 'costs.see')
  const all = toEvidenceRows(evidence)
  const isCompared = all.some(({ key }) => key === 'differs')
  const seen = all.filter(({ key }) => (seesCosts || !COSTS.includes(key)) && !(isCompared && NOT_SAID.includes(key)))
  const rows = maskRows(caller, seen)
  const known = rows.find(({ key }) => key === 'currency')?.value ?? currency ?? null
  const isSaid = rows.some(({ value }) => value === subject)
  const told = rows.map((row) => withMoney(row, known))
  // A sum that is shown with its currency has said it.
  const isCurrencySaid = told.some(({ money }) => money !== undefined)

  return [
    ...(isSaid ? [] : [{ key: 'subject', value: subject }]),
    ...told.filter(({ key }) => key !== 'currency' || !isCurrencySaid),
  ]
}

/** Gives a sum in minor units its currency. Other rows stay as they are. */
export function withMoney(row: EvidenceRow, currency: string | null): EvidenceRow {
  const isSum = /(Minor|^atProvider|^ours)$/.test(row.key) && /^-?\d+$/.test(row.value)

  return isSum && currency ? { ...row, money: { minor: Number(row.value), currency } } : row
}
