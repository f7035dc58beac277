import { expect, test } from 'vitest'
import { PROMOTION_STATES } from '#lib/domain/admin-promotions.ts'
import { NOT_ON_SALE_REASONS } from '#lib/domain/on-sale.ts'
import { STOP_REASONS } from '#lib/domain/pricing-revision.ts'
import { SHELVES } from '#lib/domain/shop.ts'
import { VOUCHER_PROBLEMS } from '#lib/domain/voucher.ts'
import arCatalogue from '#lib/i18n/messages/ar/admin-catalogue.json' with { type: 'json' }
import arPricing from '#lib/i18n/messages/ar/admin-pricing.json' with { type: 'json' }
import arPromotions from '#lib/i18n/messages/ar/admin-promotions.json' with { type: 'json' }
import deCatalogue from '#lib/i18n/messages/de/admin-catalogue.json' with { type: 'json' }
import dePricing from '#lib/i18n/messages/de/admin-pricing.json' with { type: 'json' }
import dePromotions from '#lib/i18n/messages/de/admin-promotions.json' with { type: 'json' }
import enAdmin from '#lib/i18n/messages/en/admin.json' with { type: 'json' }
import enCatalogue from '#lib/i18n/messages/en/admin-catalogue.json' with { type: 'json' }
import enPricing from '#lib/i18n/messages/en/admin-pricing.json' with { type: 'json' }
import enPromotions from '#lib/i18n/messages/en/admin-promotions.json' with { type: 'json' }
import enVoucher from '#lib/i18n/messages/en/voucher.json' with { type: 'json' }

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
