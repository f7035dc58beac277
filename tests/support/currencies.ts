import { transaction } from '#lib/core/repository/client.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { findCurrencyTable, insertCurrencyTable } from '#lib/pricing/repository/selling-currencies.ts'
import type { SellingCurrency } from '#lib/pricing/rules/selling-currency.ts'

/** Yen without decimals, pounds and euros with two, dinars with three, with rates of today. */
export const CURRENCIES: SellingCurrency[] = [
  { ...entry('JPY', '158.4'), markup: decimal('2'), rounding: 'ten' },
  { ...entry('GBP', '0.7911'), markup: decimal('1.5'), rounding: 'ninety_nine' },
  { ...entry('KWD', '0.3072'), markup: decimal('0'), rounding: 'none' },
  { ...entry('EUR', '0.9248'), markup: decimal('2.5'), rounding: 'ninety' },
]

/** Lets the store sell in these currencies from now on. */
export async function sellIn(entries: SellingCurrency[] = CURRENCIES): Promise<void> {
  const base = (await findCurrencyTable())?.number ?? 0
  await transaction((tx) => insertCurrencyTable({ base, entries, origin: 'staff', by: 'staff:stf_1' }, tx))
}

/** In which currency the `n`th of many buyers pays: the store's own, yen, dinars, and so on. Their rates never grow old. */
export function currencyOf(n: number): string | undefined {
  return [undefined, 'JPY', 'KWD'][n % 3]
}

/** The same currencies for a clock that is moved. */
export const LASTING = CURRENCIES.map((currency) => ({ ...currency, asOf: '2099-01-01' }))

function entry(code: SellingCurrency['code'], rate: string) {
  return { code, rate: decimal(rate), asOf: new Date().toISOString().slice(0, 10), source: 'hand' } as const
}
