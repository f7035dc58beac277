import 'server-only'
import { createHash } from 'node:crypto'
import { findPlanWithDestination } from '#lib/catalog/repository/catalog.ts'
import { pricedSubject } from '#lib/catalog/rules/on-sale.ts'
import { type FullQuote, findQuote } from '#lib/checkout/repository/quotes.ts'
import { quoteIdsOf } from '#lib/checkout/rules/checkout-id.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { paidTax } from '#lib/core/rules/allocate.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { type Money, money } from '#lib/core/rules/money.ts'
import { plainCode } from '#lib/core/rules/typed-text.ts'
import { countUses, findPromotions, insertUses, lockPromotions } from '#lib/pricing/repository/promotions.ts'
import { type CurrentTerms, findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import { findRule } from '#lib/pricing/rules/pricing.ts'
import { leastPriceMinor } from '#lib/pricing/rules/pricing-preview.ts'
import { type DiscountableItem, type Promotion, promotionProblem } from '#lib/pricing/rules/promotion.ts'
import { type Discount, promotionFor, takeDiscounts, takenOf } from '#lib/pricing/rules/promotion-discount.ts'
import { leastOf, toOrderRate, toSaleMinor } from '#lib/pricing/rules/selling-currency.ts'
import { MAX_CODES, type VoucherItem, type VoucherProblem, type VoucherView } from '#lib/pricing/rules/voucher.ts'
import { isCreditOf, sumCreditsLeft } from '#lib/refunds/repository/credits.ts'

/**
 * Works out what these codes take off these offers now, on the server's word alone. Who orders is not known here; limits
 * by person are looked at when the order is made.
 *
 * Throws `not_found` when an offer is missing, `bad_input` for offers in several currencies.
 */
async function evaluateCodes(quoteIds: readonly string[], typed: readonly string[]) {
  const quotes = (await Promise.all(quoteIds.map((id) => findQuote(id)))).filter((quote) => quote !== null)
  const [first] = quotes
  if (!first || quotes.length < quoteIds.length) throw new AppError('not_found', 'There is no such quote.')
  const { currency } = first
  if (quotes.some((quote) => quote.currency !== currency)) throw new AppError('bad_input', 'The currencies differ.')
  const terms = await findSaleTerms()
  const items = await Promise.all(quotes.map((quote) => toItem(quote, terms)))
  const codes = [...new Set(typed.map(plainCode))].slice(0, MAX_CODES)
  const promotions = await findPromotions(codes)
  // One order has one rate, that of its first offer.
  const rate = toOrderRate(first)
  const inOrder = promotions.map((promotion) => promotion && promotionFor(promotion, rate))
  const leastMinor = leastOf(currency, rate)
  const decided = decide(codes, inOrder, { items, currency, leastMinor })
  const outcome = {
    ...decided,
    discounts: decided.discounts.map((discount) => {
      const promotion = promotions.find((one) => one?.id === discount.promotion.id)

      // In the currency of the promotion, where the order has another one.
      return { ...discount, takenMinor: promotion ? takenOf(promotion, sumOf(discount), rate) : null }
    }),
  }

  const cut = (at: number) => outcome.discounts.reduce((sum, { shares }) => sum + (shares[at] ?? 0), 0)
  const taxMinor = quotes.reduce((sum, quote, at) => sum + paidTax(quote, quote.totalMinor - cut(at)), 0)

  return { items, currency, ...outcome, taxMinor, mark: markOf(quoteIds, outcome.discounts) }
}

export type Evaluation = Awaited<ReturnType<typeof evaluateCodes>>

async function toItem(quote: FullQuote, terms: CurrentTerms): Promise<DiscountableItem> {
  const { skuId, count, totalMinor, cost, rate } = quote
  const found = await findPlanWithDestination(quote.planId)
  if (!found) throw new Error('A quote is of a plan that was never mirrored.')
  const rule = findRule(terms.rules, pricedSubject(found.plan, found.destination))
  const pieces = count * (terms.dayPassCost === 'per-day' ? (quote.days ?? 1) : 1)
  // Without a rule nothing is known of a floor: nothing is taken off then.
  const least = rule && leastPriceMinor({ cost, rate, pieces, rule, currency: quote.storeCurrency ?? quote.currency })
  const inOther = toOrderRate(quote)
  const leastMinor = least === null ? totalMinor : inOther ? toSaleMinor(least, inOther, 'up') : least

  return { skuId, kind: found.plan.kind, count, totalMinor, leastMinor }
}

type Order = { items: DiscountableItem[]; currency: CurrencyCode; leastMinor: number }
type Decided = { codes: VoucherItem[]; discounts: Discount[] }

function decide(codes: string[], promotions: (Promotion | null)[], order: Order): Decided {
  const problems = new Map<string, VoucherProblem>()
  const now = new Date()
  const taken: Promotion[] = []
  for (const [index, code] of codes.entries()) {
    const promotion = promotions[index]
    const problem = promotion ? promotionProblem(promotion, { ...order, now, usedByPerson: null }) : 'unknown'
    // Whoever has money to spend here may spend it with any promotion.
    const others = promotion?.credit ? [] : taken.filter(({ credit }) => credit === null)
    const isAlone = others.length > 0 && !(promotion?.stacks && others.every(({ stacks }) => stacks))
    if (problem !== null) problems.set(code, problem)
    else if (isAlone) problems.set(code, 'not_together')
    else if (promotion) taken.push(promotion)
  }
  const discounts = withoutEmpty(taken, problems, order)

  return {
    codes: codes.map((code, index) =>
      toVoucherItem(code, { promotion: promotions[index], problems, discounts, order }),
    ),
    discounts,
  }
}

/** Drops what takes nothing off, and from the last one on what would leave less than can be charged. */
function withoutEmpty(
  taken: Promotion[],
  problems: Map<string, VoucherProblem>,
  { items, currency, leastMinor }: Order,
): Discount[] {
  const discounts = takeDiscounts(items, taken, { currency, leastMinor })
  const empty = discounts.find((discount) => sumOf(discount) === 0)
  const total = items.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
  const left = total - discounts.reduce((sum, discount) => sum + sumOf(discount), 0)
  const last = taken.findLast(({ credit }) => credit === null)
  const dropped = empty?.promotion ?? (left < leastMinor ? last : undefined)
  if (!dropped) return discounts
  problems.set(dropped.code, empty ? 'nothing_off' : 'left_too_small')

  return withoutEmpty(
    taken.filter((one) => one !== dropped),
    problems,
    { items, currency, leastMinor },
  )
}

type Known = {
  promotion: Promotion | null | undefined
  problems: Map<string, VoucherProblem>
  discounts: Discount[]
  order: Order
}

function toVoucherItem(
  code: string,
  { promotion, problems, discounts, order: { currency, leastMinor } }: Known,
): VoucherItem {
  const problem = problems.get(code) ?? null
  const discount = discounts.find((one) => one.promotion.code === code)
  const needed: Partial<Record<VoucherProblem, Money>> = {
    minimum: money(promotion?.minimumMinor ?? 0, currency),
    left_too_small: money(leastMinor, currency),
  }

  return {
    code,
    problem,
    discount: discount ? money(sumOf(discount), currency) : null,
    isCapped: discount?.isCapped ?? false,
    needed: problem === null ? null : (needed[problem] ?? null),
    left: discount && promotion?.credit ? money(promotion.credit.leftMinor - sumOf(discount), currency) : null,
  }
}

/** Returns what a promotion takes off all items together, in minor units. */
function sumOf({ shares }: Discount): number {
  return shares.reduce((sum, share) => sum + share, 0)
}

function markOf(quoteIds: readonly string[], discounts: Discount[]): string | null {
  if (discounts.length === 0) return null
  const facts = [quoteIds, discounts.map(({ promotion, shares }) => [promotion.id, shares])]

  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32)
}

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
    if (promotion.credit && (left.get(promotion.id) ?? 0) < (discount.takenMinor ?? sumOf(discount)))
      throw refusal(promotion.code, 'changed')
    if (promotion.totalLimit !== null && all >= promotion.totalLimit) throw refusal(promotion.code, 'used_up')
    if (promotion.personLimit !== null && own >= promotion.personLimit) throw refusal(promotion.code, 'used_by_you')
  }
  const uses = discounts.map((discount) => ({
    promotionId: discount.promotion.id,
    code: discount.promotion.code,
    discountMinor: sumOf(discount),
    takenMinor: discount.takenMinor,
  }))
  await insertUses(id, uses, tx)
}

function refusal(code: string, reason: VoucherProblem): AppError {
  return new AppError('voucher_refused', `A code does not count: ${reason}.`, { code, reason })
}
