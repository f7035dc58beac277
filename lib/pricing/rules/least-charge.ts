import { type CurrencyCode, chargeStepMinor, parseCurrency } from '#lib/core/rules/currency.ts'

// What card processors take at least, in minor units. They publish it for these; elsewhere the smallest step is all we know.
const LEAST: Record<string, number> = {
  ...{ USD: 50, EUR: 50, GBP: 30, CHF: 50, AUD: 50, CAD: 50, NZD: 50, SGD: 50, JPY: 50, BRL: 50, INR: 50 },
  ...{ AED: 200, BGN: 100, CZK: 1500, DKK: 250, HKD: 400, HUF: 17500, MXN: 1000, MYR: 200, NOK: 300, PLN: 200 },
  ...{ RON: 200, SEK: 300, THB: 1000 },
}

/** Returns the least sum that can be charged in a currency, in minor units. */
export function leastChargeMinor(currency: CurrencyCode): number {
  return LEAST[parseCurrency(currency) ?? ''] ?? chargeStepMinor(currency)
}
