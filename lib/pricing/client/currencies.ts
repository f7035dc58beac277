import { call } from '#lib/core/client/request.ts'
import type { ReplyOf } from '#lib/core/rules/contract.ts'
import { type CurrencyForm, RATE_FILE_BYTES } from '#lib/pricing/rules/currency-table.ts'
import type { applyCurrenciesCall, fillRatesCall, previewCurrenciesCall } from '#lib/pricing/schema.ts'

/** What a wanted table would do, as it was answered. */
export type ShownPreview = ReplyOf<typeof previewCurrenciesCall>

/** What a source said of each currency. */
export type ShownNote = ReplyOf<typeof fillRatesCall>['notes'][number]

type Wanted = { base: number; entries: CurrencyForm[] }

/** The part of a preview that is asked for: from which row on, and the mark of what is shown already. */
export type PreviewPart = { from: number; seen: string | null }

/** Asks what a wanted table would do. */
export function previewCurrencies({ base, entries }: Wanted, part: PreviewPart): Promise<ShownPreview> {
  const body = { base, entries, ...part }

  return call<typeof previewCurrenciesCall>('POST /api/admin/pricing/currencies/preview', { body })
}

/** Lets a table count whose preview was shown. */
export function applyCurrencies(table: Wanted & { mark: string; jumps: string[]; undoes: number | null }) {
  return call<typeof applyCurrenciesCall>('POST /api/admin/pricing/currencies', { body: table })
}

/** Fills rates into currencies, out of a file of this device, or from the address of the settings where none is given. */
export async function fillRates(entries: CurrencyForm[], file: Blob | null) {
  // A byte too many is enough for the store to say that there are too many. NUL, which no text may hold, is no UTF-8.
  const text = file && (await file.slice(0, RATE_FILE_BYTES + 1).text()).replaceAll('\0', '\ufffd')

  return call<typeof fillRatesCall>('POST /api/admin/pricing/currencies/rates', { body: { entries, file: text } })
}
