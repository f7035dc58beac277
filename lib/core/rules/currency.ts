// As card processors count, not as display data does: ICU shows no decimals for ISK and UGX, yet they are charged in
// hundredths, and a thousandth of a dinar exists but is never charged. [decimals, smallest chargeable step in minor units]
const CURRENCIES = {
  AED: [2, 1],
  AUD: [2, 1],
  BGN: [2, 1],
  BHD: [3, 10],
  BIF: [0, 1],
  BRL: [2, 1],
  CAD: [2, 1],
  CHF: [2, 1],
  CLP: [0, 1],
  CNY: [2, 1],
  COP: [2, 1],
  CZK: [2, 1],
  DJF: [0, 1],
  DKK: [2, 1],
  EGP: [2, 1],
  EUR: [2, 1],
  GBP: [2, 1],
  GNF: [0, 1],
  HKD: [2, 1],
  HUF: [2, 1],
  IDR: [2, 1],
  ILS: [2, 1],
  INR: [2, 1],
  ISK: [2, 100],
  JOD: [3, 10],
  JPY: [0, 1],
  KES: [2, 1],
  KMF: [0, 1],
  KRW: [0, 1],
  KWD: [3, 10],
  MAD: [2, 1],
  MGA: [0, 1],
  MXN: [2, 1],
  MYR: [2, 1],
  NGN: [2, 1],
  NOK: [2, 1],
  NZD: [2, 1],
  OMR: [3, 10],
  PEN: [2, 1],
  PHP: [2, 1],
  PKR: [2, 1],
  PLN: [2, 1],
  PYG: [0, 1],
  QAR: [2, 1],
  RON: [2, 1],
  RSD: [2, 1],
  RWF: [0, 1],
  SAR: [2, 1],
  SEK: [2, 1],
  SGD: [2, 1],
  THB: [2, 1],
  TND: [3, 10],
  TRY: [2, 1],
  TWD: [2, 1],
  UAH: [2, 1],
  UGX: [2, 100],
  USD: [2, 1],
  VND: [0, 1],
  VUV: [0, 1],
  XAF: [0, 1],
  XOF: [0, 1],
  XPF: [0, 1],
  ZAR: [2, 1],
} as const satisfies Record<string, readonly [exponent: number, step: number]>

/** A three-letter currency that the shop can count in. A code outside the table has no known minor unit. */
export type CurrencyCode = keyof typeof CURRENCIES

/** Every currency the shop can count in, in alphabetical order. */
export const currencyCodes = Object.keys(CURRENCIES) as CurrencyCode[]

/** Returns the currency for a code in any letter case, `null` when the shop cannot count in it. */
export function parseCurrency(text: string): CurrencyCode | null {
  const code = text.trim().toUpperCase()

  return isCurrency(code) ? code : null
}

/** Returns how many decimals separate the minor unit from the major one: 0, 2 or 3. */
export function currencyExponent(currency: CurrencyCode): number {
  return CURRENCIES[currency][0]
}

/**
 * Returns the smallest chargeable step, in minor units.
 *
 * 10 for currencies with three decimals, 100 for ISK and UGX, otherwise 1: a price off this step is refused at payment.
 */
export function chargeStepMinor(currency: CurrencyCode): number {
  return CURRENCIES[currency][1]
}

function isCurrency(code: string): code is CurrencyCode {
  return Object.hasOwn(CURRENCIES, code)
}

// What card processors take at least, in minor units. They publish it for these; elsewhere the smallest step is all we know.
const LEAST: Partial<Record<CurrencyCode, number>> = {
  ...{ USD: 50, EUR: 50, GBP: 30, CHF: 50, AUD: 50, CAD: 50, NZD: 50, SGD: 50, JPY: 50, BRL: 50, INR: 50 },
  ...{ AED: 200, BGN: 100, CZK: 1500, DKK: 250, HKD: 400, HUF: 17500, MXN: 1000, MYR: 200, NOK: 300, PLN: 200 },
  ...{ RON: 200, SEK: 300, THB: 1000 },
}

/** Returns the least sum that can be charged in a currency, in minor units. */
export function leastChargeMinor(currency: CurrencyCode): number {
  return LEAST[currency] ?? chargeStepMinor(currency)
}
