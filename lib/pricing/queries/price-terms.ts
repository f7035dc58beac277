import 'server-only'
import { cache } from 'react'
import { storeCurrency } from '#lib/pricing/repository/sale-terms.ts'
import { listSellingCurrencies } from '#lib/pricing/repository/selling-currencies.ts'
import { writePriceTerms } from '#lib/pricing/rules/selling-currency.ts'

/** Returns the store's own currency, and the terms of the others it sells in as one text for browsers; '' without any. */
export const getShopCurrencies = cache(async () => ({
  currency: storeCurrency(),
  currencies: writePriceTerms(await listSellingCurrencies()),
}))
