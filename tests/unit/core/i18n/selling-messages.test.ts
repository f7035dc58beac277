import { expect, test } from 'vitest'
import { NOT_ON_SALE_REASONS } from '#lib/catalog/rules/on-sale.ts'
import { PROMOTION_STATES } from '#lib/pricing/rules/admin-pricing.ts'
import { STOP_REASONS } from '#lib/pricing/rules/pricing-revision.ts'
import { VOUCHER_PROBLEMS } from '#lib/pricing/rules/voucher.ts'
import { SHELVES } from '#lib/settings/rules/shop.ts'
import arCatalogue from '#messages/ar/admin-catalogue.json' with { type: 'json' }
import arPricing from '#messages/ar/admin-pricing.json' with { type: 'json' }
import arPromotions from '#messages/ar/admin-promotions.json' with { type: 'json' }
import deCatalogue from '#messages/de/admin-catalogue.json' with { type: 'json' }
import dePricing from '#messages/de/admin-pricing.json' with { type: 'json' }
import dePromotions from '#messages/de/admin-promotions.json' with { type: 'json' }
import enAdmin from '#messages/en/admin.json' with { type: 'json' }
import enCatalogue from '#messages/en/admin-catalogue.json' with { type: 'json' }
import enPricing from '#messages/en/admin-pricing.json' with { type: 'json' }
import enPromotions from '#messages/en/admin-promotions.json' with { type: 'json' }
import enVoucher from '#messages/en/voucher.json' with { type: 'json' }

test.each([
  ['prices in German', enPricing, dePricing],
  ['prices in Arabic', enPricing, arPricing],
  ['promotions in German', enPromotions, dePromotions],
  ['promotions in Arabic', enPromotions, arPromotions],
  ['the catalogue in German', enCatalogue, deCatalogue],
  ['the catalogue in Arabic', enCatalogue, arCatalogue],
])('staff read %s in the sentences of English, and no more', (_, english, other) => {
  expect(pathsOf(other)).toEqual(pathsOf(english))
})

test('every shelf, every reason to stop and every answer to "why not on sale" has its words', () => {
  expect(Object.keys(enPricing.shelf).sort()).toEqual([...SHELVES].sort())
  expect(Object.keys(enPricing.draft.stopped).sort()).toEqual([...STOP_REASONS].sort())
  expect(Object.keys(enAdmin.unsoldReason).sort()).toEqual([...NOT_ON_SALE_REASONS].sort())
})

test('every standing of a promotion and every reason why a code takes nothing off has its words', () => {
  expect(Object.keys(enPromotions.states).sort()).toEqual([...PROMOTION_STATES].sort())
  expect(Object.keys(enVoucher.problem).sort()).toEqual([...VOUCHER_PROBLEMS].sort())
})

function pathsOf(messages: unknown, path = ''): string[] {
  if (typeof messages !== 'object' || messages === null) return [path]

  return Object.entries(messages)
    .flatMap(([key, below]) => pathsOf(below, `${path}.${key}`))
    .sort()
}
