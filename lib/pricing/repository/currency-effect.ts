import 'server-only'
import { createHash } from 'node:crypto'
import { saleAnswer } from '#lib/catalog/rules/on-sale.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { Decimal } from '#lib/core/rules/decimal.ts'
import { calendarDateAt } from '#lib/core/rules/field-schemas.ts'
import { multiply } from '#lib/core/rules/money.ts'
import { type PriceWorld, readPriceWorld } from '#lib/pricing/repository/pricing.ts'
import { storeCurrency } from '#lib/pricing/repository/sale-terms.ts'
import { findCurrencyTable, findLastRate, RATE_DAYS } from '#lib/pricing/repository/selling-currencies.ts'
import { currencyEffect, currencyRowsText, type PieceOnSale } from '#lib/pricing/rules/currency-preview.ts'
import { type CurrencyForm, parseCurrencyForms } from '#lib/pricing/rules/currency-table.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'

/** A table of currencies as somebody wants it. `base` is the number of the one it was made from, 0 where there was none. */
export type WantedTable = { base: number; entries: CurrencyForm[] }

type World = PriceWorld['plans'][number]
type Piece = PieceOnSale & World & { id: string }

/** Returns what one piece of every plan on sale costs in the store's currency: a day pass for its shortest stay. */
export function piecesOnSale({ plans, terms }: PriceWorld): Piece[] {
  return plans.flatMap((one) => {
    const answer = saleAnswer({ ...one, terms })
    if (!answer.isOnSale) return []
    const pieces = one.plan.kind === 'day_pass' && terms.dayPassCost === 'per-day' ? (one.plan.minDays ?? 1) : 1
    const basis = { cost: one.plan.cost, rate: answer.rate, pieces, rule: answer.rule }

    return [{ ...one, id: one.plan.id, price: multiply(answer.unit, pieces), basis }]
  })
}

/**
 * Reads what a wanted table would do now, with a mark that is the same for the same effect. The preview of a page and the
 * check before applying are this one reading.
 *
 * Throws `bad_input` with the `fields` that cannot be taken (`JPY.rate`), and `conflict` with the reason
 * `currencies_changed` when there is a newer table than the one it was made from.
 */
export async function readTableEffect({ base, entries: forms }: WantedTable, client: Tx = db()) {
  const now = new Date()
  const { entries: after, problems } = parseCurrencyForms(forms, {
    store: storeCurrency(),
    today: calendarDateAt(now, 0),
  })
  if (problems.length > 0) {
    const fields = problems.map(({ code, field }) => `${code}.${field}`)
    throw new AppError('bad_input', `These currencies cannot be taken: ${fields.join(', ')}.`, {
      reason: 'currency_fields',
      fields,
    })
  }
  const table = await findCurrencyTable(client)
  const world = await readPriceWorld(client)
  const { 'currencies.days': days } = await readSettings(['currencies.days'], client)
  if ((table?.number ?? 0) !== base) throw refused('currencies_changed', 'Somebody else has changed the currencies.')
  const before = table?.entries ?? []
  const coming = after.filter(({ code }) => !before.some((one) => one.code === code))
  const known = new Map<string, Decimal>()
  for (const { code } of coming) {
    const rate = await findLastRate(code, client)
    if (rate) known.set(code, rate)
  }
  const effect = currencyEffect(piecesOnSale(world), { before, after, known, maxAgeDays: days ?? RATE_DAYS, now })
  const terms = JSON.stringify([base, after])
  const mark = createHash('sha256')
    .update(`${terms}\n${currencyRowsText(effect.rows)}`)
    .digest('base64url')

  return { before, after, effect, world, mark }
}

/** Returns the refusal of a table, with the currencies that it is about. */
export function refused(reason: string, message: string, fields: string[] = []): AppError {
  return new AppError('conflict', message, { reason, fields })
}
