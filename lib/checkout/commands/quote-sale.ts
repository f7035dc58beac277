import 'server-only'
import type { CatalogSku } from '#lib/catalog/repository/catalog.ts'
import type { CatalogPlan } from '#lib/catalog/rules/catalog-plan.ts'
import type { saleAnswer } from '#lib/catalog/rules/on-sale.ts'
import { toShopPlan } from '#lib/catalog/rules/shop-plan.ts'
import type { NewQuote } from '#lib/checkout/repository/quotes.ts'
import type { QuoteChoice } from '#lib/checkout/rules/quote-input.ts'
import { destinationName } from '#lib/core/i18n/destination-name.ts'
import { multiply } from '#lib/core/rules/money.ts'
import { timeZoneOf } from '#lib/core/rules/time-zones.ts'
import type { CurrentTerms } from '#lib/pricing/repository/sale-terms.ts'
import { offerLifeMs } from '#lib/provider/commands/time-scale.ts'

export type PricedPlan = {
  plan: CatalogPlan
  sku: CatalogSku
  answer: Extract<ReturnType<typeof saleAnswer>, { isOnSale: true }>
  terms: CurrentTerms
}

type Sale = { choice: QuoteChoice; locale: string; seenUnitMinor?: number | undefined; checkedAt: Date }

/** Returns the quote for a plan as it was priced at `checkedAt`. `seenUnitMinor` is the price that a page had shown. */
export function quoteSale({ plan, sku, answer, terms }: PricedPlan, sale: Sale): NewQuote {
  const { choice, locale, seenUnitMinor, checkedAt } = sale
  const { unit, rule, rate } = answer
  const piece = terms.dayPassCost === 'per-day' ? multiply(unit, choice.days ?? 1) : unit
  const { id: planId, price: _, needsStartDate: __, cancelRule: ___, ...shown } = toShopPlan(plan, unit)

  return {
    ...choice,
    planId,
    skuId: sku.id,
    locale,
    currency: unit.currency,
    unitMinor: piece.minor,
    totalMinor: multiply(piece, choice.count).minor,
    cost: plan.cost,
    costCurrency: terms.costCurrency,
    rate,
    ruleVersion: rule.version,
    priceId: plan.priceId,
    planCode: plan.code,
    checkedAt,
    lifeMs: offerLifeMs(),
    snapshot: {
      ...shown,
      destination: { slug: sku.slug, name: destinationName(sku, locale), iso2: sku.iso2 },
      timeZone: timeZoneOf(sku.iso2),
      seenUnitMinor: seenUnitMinor ?? null,
    },
  }
}
