import 'server-only'
import { quoteIdsOf } from '#lib/checkout/rules/checkout-id.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { money } from '#lib/core/rules/money.ts'
import { type Evaluation, evaluateCodes, sumOf } from '#lib/pricing/commands/promotions/evaluate.ts'
import { countUses, insertUses, lockPromotions } from '#lib/pricing/repository/promotions.ts'
import type { VoucherProblem, VoucherView } from '#lib/pricing/rules/voucher.ts'
import { isCreditOf, sumCreditsLeft } from '#lib/refunds/repository/credits.ts'

/** What a buyer sends of codes: as typed, with the mark of the sums that were shown for them. */
export type CodesInput = { codes: string[]; mark: string }

/** Shows what codes would take off the offers of a checkout. Throws `not_found` where it has none. */
export async function showVouchers(input: { checkoutId: string; codes: string[] }): Promise<VoucherView> {
  const quoteIds = quoteIdsOf(input.checkoutId)
  if (!quoteIds) throw new AppError('not_found', 'There is no such checkout.')
  const { items, currency, codes, discounts, taxMinor, mark } = await evaluateCodes(quoteIds, input.codes)
  const discount = discounts.reduce((sum, one) => sum + sumOf(one), 0)
  const total = items.reduce((sum, { totalMinor }) => sum + totalMinor, 0)

  const sums = { discount: money(discount, currency), total: money(total - discount, currency) }

  return { codes, ...sums, tax: money(taxMinor, currency), mark }
}

/**
 * Works out the discounts that an order is made with: exactly those that were shown.
 *
 * Throws `voucher_refused` with `code` and `reason` when a code takes nothing off by now, or another sum.
 */
export async function takeCodes(quotes: readonly { id: string }[], input: CodesInput): Promise<Evaluation> {
  const evaluation = await evaluateCodes(
    quotes.map(({ id }) => id),
    input.codes,
  )
  const refused = evaluation.codes.find(({ problem }) => problem !== null)
  if (refused?.problem) throw refusal(refused.code, refused.problem)
  if (evaluation.mark !== input.mark) throw refusal(evaluation.codes[0]?.code ?? '', 'changed')

  return evaluation
}

/**
 * Counts the codes of a new order, in the transaction that makes it: one order after the other, so that no limit is ever
 * passed. Throws `voucher_refused` as `takeCodes` does; the order is not made then.
 */
export async function countCodes(
  { id, email }: { id: string; email: string },
  { discounts }: Evaluation,
  tx: Tx,
): Promise<void> {
  if (discounts.length === 0) return
  const ids = discounts.map(({ promotion }) => promotion.id)
  const turns = await lockPromotions(ids, tx)
  const left = await sumCreditsLeft(ids, tx)
  for (const discount of discounts) {
    const { promotion } = discount
    const { all, own } = await countUses(promotion.id, email, tx)
    if (turns.get(promotion.id) !== promotion.turn) throw refusal(promotion.code, 'changed')
    if (promotion.credit && !(await isCreditOf(promotion.id, email, tx))) throw refusal(promotion.code, 'not_yours')
    if (promotion.credit && (left.get(promotion.id) ?? 0) < sumOf(discount)) throw refusal(promotion.code, 'changed')
    if (promotion.totalLimit !== null && all >= promotion.totalLimit) throw refusal(promotion.code, 'used_up')
    if (promotion.personLimit !== null && own >= promotion.personLimit) throw refusal(promotion.code, 'used_by_you')
  }
  const uses = discounts.map((discount) => ({
    promotionId: discount.promotion.id,
    code: discount.promotion.code,
    discountMinor: sumOf(discount),
  }))
  await insertUses(id, uses, tx)
}

function refusal(code: string, reason: VoucherProblem): AppError {
  return new AppError('voucher_refused', `A code does not count: ${reason}.`, { code, reason })
}
