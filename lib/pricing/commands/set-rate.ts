import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import type { SavedDraft } from '#lib/pricing/commands/save-edit.ts'
import { findCurrentRate, lockPrices } from '#lib/pricing/repository/pricing.ts'
import { insertDraft } from '#lib/pricing/repository/pricing-revisions.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import { type DatedRate, parseRate, parseRateFile } from '#lib/pricing/rules/rate-file.ts'

/** A rate as a person gives it: typed with the day that its source names, or inside a file. */
export type WantedRate = { rate: string; asOf: string } | { file: string }

/**
 * Begins a draft that changes the exchange rate, so that its effect on every price is seen before it counts.
 *
 * Throws `forbidden`, `conflict` where cost and price are in one currency, and `bad_input` when no rate can be read.
 */
export async function draftRate(caller: Caller, wanted: WantedRate): Promise<SavedDraft> {
  requirePermission(caller, 'catalog.change')

  return transaction(async (tx) => {
    await lockPrices(tx)
    const { costCurrency: from, currency: to } = await findSaleTerms(tx)
    if (from === to) throw new AppError('conflict', 'Cost and price are in one currency.', { reason: 'one_currency' })
    const { rate, asOf } = requireRate(wanted, { from, to })
    const base = (await findCurrentRate({ from, to }, tx))?.id ?? null
    const source = 'file' in wanted ? 'file' : 'hand'
    const edit = { from, to, rate, asOf, source, base } as const
    const draftId = await insertDraft({ title: '', edits: [], rate: edit, by: actorOf(caller) }, tx)

    return { draftId, turn: 1 }
  })
}

function requireRate(wanted: WantedRate, pair: { from: string; to: string }): DatedRate {
  if ('file' in wanted) {
    const found = parseRateFile(wanted.file, pair)
    if (!found) throw new AppError('bad_input', 'The file has no rate of this pair.', { reason: 'file' })

    return found
  }
  const rate = parseRate(wanted.rate)
  if (!rate) throw new AppError('bad_input', 'This is no rate.', { reason: 'rate' })

  return { rate, asOf: wanted.asOf }
}
