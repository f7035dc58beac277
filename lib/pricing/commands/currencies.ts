import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { calendarDateAt } from '#lib/core/rules/field-schemas.ts'
import { readAddressNow } from '#lib/pricing/commands/fetch-rates.ts'
import { readTableEffect, refused, type WantedTable } from '#lib/pricing/repository/currency-effect.ts'
import { lockPrices } from '#lib/pricing/repository/pricing.ts'
import { showCurrencies } from '#lib/pricing/repository/rate-fetches.ts'
import { storeCurrency } from '#lib/pricing/repository/sale-terms.ts'
import { insertCurrencyTable, listCurrencyTables } from '#lib/pricing/repository/selling-currencies.ts'
import type { CurrencyEffect } from '#lib/pricing/rules/currency-preview.ts'
import { type CurrencyForm, isSameCurrency, judgeRates, withRates } from '#lib/pricing/rules/currency-table.ts'
import { readRateSource } from '#lib/pricing/rules/rate-source.ts'
import { type SellingCurrency, writePriceTerms } from '#lib/pricing/rules/selling-currency.ts'

/** The table whose preview was shown. `jumps`: the currencies whose rate may move by more than ten percent. */
export type SeenTable = WantedTable & { mark: string; jumps: string[]; undoes: number | null }

/**
 * Lets a table of currencies count from now on. With `undoes` it is an earlier one that is put back.
 *
 * Throws as `previewCurrencies` does, `not_found` for an earlier table that there is not, and `conflict` with the reason
 * `nothing_changes`, `preview_changed` when the effect is another one than was shown, `rate_jump` with the `fields` that
 * move by more than ten percent unasked, `below_floor` and `price_too_high` with those whose prices cannot be.
 */
export async function applyCurrencies(caller: Caller, seen: SeenTable): Promise<{ number: number }> {
  const { role } = requirePermission(caller, 'catalog.change')

  return transaction(async (tx) => {
    await lockPrices(tx)
    const { effect, before, after, mark } = await readTableEffect(seen, tx)
    if (effect.currencies.length === 0) throw refused('nothing_changes', 'The table is the one that counts.')
    if (mark !== seen.mark) throw refused('preview_changed', 'The effect is another one than was shown.')
    refuseAny(effect.currencies, 'price_too_high', ({ tooHigh }) => tooHigh)
    refuseAny(effect.currencies, 'below_floor', ({ underFloor }) => underFloor > 0)
    refuseAny(effect.currencies, 'rate_jump', ({ code, jump }) => jump !== null && !seen.jumps.includes(code))
    if (seen.undoes !== null) await requireEarlier(seen.undoes, after)
    const by = actorOf(caller)
    const origin = seen.undoes === null ? 'staff' : 'undo'
    const number = await insertCurrencyTable({ base: seen.base, entries: after, origin, by, undoes: seen.undoes }, tx)
    const change = { before: { terms: writePriceTerms(before) }, after: { terms: writePriceTerms(after) } }
    await recordAudit({ actor: by, role, act: 'pricing.currencies_changed', subject: String(number), ...change }, tx)
    await showCurrencies({ isNew: true, now: new Date() }, tx)

    return { number }
  })
}

/**
 * Fills the rates of a file into the currencies of a form, or those at the address of the settings into the currencies
 * that follow it. Nothing is stored: the preview shows what follows.
 *
 * Throws `forbidden`, and `bad_input` with the reason why the source says nothing.
 */
export async function fillRates(caller: Caller, { entries, file }: { entries: CurrencyForm[]; file: string | null }) {
  requirePermission(caller, 'catalog.change')
  if (file === null) {
    const notes = judgeRates(
      entries.filter(({ source }) => source === 'url'),
      await readAddressNow(),
      { mayJump: true },
    )

    return { entries: withRates(entries, notes, 'url'), notes }
  }
  const read = readRateSource(file, { store: storeCurrency(), today: calendarDateAt(new Date(), 0) })
  if ('problem' in read) throw new AppError('bad_input', 'The file gives no rates.', { reason: read.problem })
  const notes = judgeRates(entries, read, { mayJump: true })

  return { entries: withRates(entries, notes, 'file'), notes }
}

async function requireEarlier(number: number, wanted: SellingCurrency[]): Promise<void> {
  const [earlier] = await listCurrencyTables({ limit: 1, before: number + 1 })
  if (earlier?.number !== number) throw new AppError('not_found', 'There is no such table.')
  const isIt =
    earlier.entries.length === wanted.length &&
    earlier.entries.every((entry) =>
      isSameCurrency(
        entry,
        wanted.find(({ code }) => code === entry.code),
      ),
    )
  if (!isIt) throw new AppError('bad_input', 'The table is not the earlier one.', { reason: 'not_earlier' })
}

function refuseAny(
  currencies: readonly CurrencyEffect[],
  reason: string,
  isRefused: (one: CurrencyEffect) => boolean,
): void {
  const fields = currencies.filter(isRefused).map(({ code }) => code)
  if (fields.length > 0) throw refused(reason, `Refused for ${fields.join(', ')}.`, fields)
}
