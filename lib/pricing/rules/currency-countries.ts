import { type CurrencyCode, currencyCodes } from '#lib/core/rules/currency.ts'

/** Where a currency is legal tender, for those that more than one country uses or that do not begin with their country. */
const SHARED: Partial<Record<CurrencyCode, string>> = {
  AUD: 'AU CC CX KI NF NR TV',
  // Bulgaria pays in euros.
  BGN: '',
  CHF: 'CH LI',
  DKK: 'DK FO GL',
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT',
  GBP: 'GB GG IM JE',
  ILS: 'IL PS',
  MAD: 'MA EH',
  NOK: 'NO SJ',
  NZD: 'NZ CK NU PN TK',
  USD: 'US AS BQ EC FM GU IO MH MP PR PW SV TC TL UM VG VI',
  XAF: 'CM CF CG GA GQ TD',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XPF: 'NC PF WF',
}

/** Returns the countries that pay in a currency, by their ISO codes. */
export function countriesOf(currency: CurrencyCode): string[] {
  return (SHARED[currency] ?? currency.slice(0, 2)).split(' ').filter(Boolean)
}

/** Returns the currency of a country, `null` for one that the shop cannot count in. */
export function currencyOf(country: string): CurrencyCode | null {
  return currencyCodes.find((code) => countriesOf(code).includes(country)) ?? null
}
