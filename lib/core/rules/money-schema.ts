import { z } from 'zod'
import { type CurrencyCode, parseCurrency } from '#lib/core/rules/currency.ts'

// Apart from the rules of money, which browsers load: a page of the shop must not bring the schema library along.

/** Accepts exactly the codes of the table, in capitals. */
export const currencyCodeSchema = z.custom<CurrencyCode>(
  (value) => typeof value === 'string' && parseCurrency(value) === value,
  'This currency is not supported.',
)

/** Accepts `{ minor, currency }` with a safe integer and a known currency, nothing else. */
export const moneySchema = z.strictObject({ minor: z.int(), currency: currencyCodeSchema }).readonly()
