import 'server-only'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { calendarDateAt } from '#lib/core/rules/field-schemas.ts'
import { compare } from '#lib/core/rules/money.ts'
import { namesOf, planLabelOf } from '#lib/pricing/queries/admin-pricing-names.ts'
import { piecesOnSale, readTableEffect, refused, type WantedTable } from '#lib/pricing/repository/currency-effect.ts'
import { listStaffNames, readPriceWorld } from '#lib/pricing/repository/pricing.ts'
import { findRateFetch } from '#lib/pricing/repository/rate-fetches.ts'
import {
  type CurrencyTable,
  findCurrencyTable,
  listCurrencyTables,
  RATE_DAYS,
} from '#lib/pricing/repository/selling-currencies.ts'
import { PREVIEW_ROWS } from '#lib/pricing/rules/admin-currencies.ts'
import type { CurrencyRow, PieceOnSale } from '#lib/pricing/rules/currency-preview.ts'
import { isSameCurrency } from '#lib/pricing/rules/currency-table.ts'
import type { SellingCurrency } from '#lib/pricing/rules/selling-currency.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'

const HISTORY = 10

type CurrenciesFilter = {
  locale: string
  /** The number of the table that the shown changes come before. */
  past: number | null
}

/** Reads the currencies that the store sells in, where their rates come from, and what was changed. Throws `forbidden`. */
export async function getCurrencies(caller: Caller, { locale, past }: CurrenciesFilter) {
  requirePermission(caller, 'costs.see')
  const now = new Date()
  const [world, table, tables, last, { 'currencies.url': url, 'currencies.days': days }] = await Promise.all([
    readPriceWorld(),
    findCurrencyTable(),
    // One more than is shown tells what the last of them has changed, and one more than that whether there are others.
    listCurrencyTables({ limit: HISTORY + 1, before: past }),
    findRateFetch(),
    readSettings(['currencies.url', 'currencies.days']),
  ])
  const names = namesOf(world, locale)
  const people = await listStaffNames(tables.map(({ by }) => by))
  const inShop = piecesOnSale(world).filter(({ entry }) => entry.partnerId === null)
  const [cheapest] = inShop.sort((a, b) => compare(a.price, b.price))
  const shown = tables.slice(0, HISTORY)

  return {
    currency: world.terms.currency,
    today: calendarDateAt(now, 0),
    base: table?.number ?? 0,
    currencies: (table?.entries ?? []).map((entry) => {
      const note = last?.url === url ? last?.notes.find(({ code }) => code === entry.code) : undefined
      const isOpen = entry.source === 'url' && note !== undefined && note.result !== 'taken' && note.result !== 'same'

      return {
        ...entry,
        // What was refused and counts meanwhile, because somebody typed it, is told no longer.
        note: isOpen && note.rate !== entry.rate ? note : null,
      }
    }),
    // The cheapest plan on sale, which stands for the others.
    example: cheapest
      ? {
          ...{ id: cheapest.id, destination: names.destination(cheapest.entry), iso2: cheapest.entry.iso2 },
          ...{ plan: planLabelOf(cheapest.plan), price: cheapest.price },
        }
      : null,
    source: {
      ...{ url, days, maxAgeDays: days ?? RATE_DAYS },
      last: last && last.url === url ? { at: last.at, state: last.state, failure: last.failure } : null,
    },
    history: {
      rows: shown.map((one, place) => toTableView(one, tables[place + 1] ?? null, people)),
      older: tables.length > HISTORY ? (shown.at(-1)?.number ?? null) : null,
    },
    mayChange: can(caller, 'catalog.change'),
    maySet: can(caller, 'settings.change'),
  }
}

function toTableView(table: CurrencyTable, earlier: CurrencyTable | null, people: Map<string, string>) {
  const { number, at, by, origin, undoes, entries } = table
  const was = (code: string) => earlier?.entries.find((entry) => entry.code === code)
  const is = (code: string) => entries.find((entry) => entry.code === code)
  const codes = new Set([...entries, ...(earlier?.entries ?? [])].map(({ code }: SellingCurrency) => code))

  return {
    ...{ number, at, origin, undoes, entries, by: people.get(by) ?? null },
    changes: [...codes]
      .filter((code) => !isSameCurrency(was(code), is(code)))
      .map((code) => ({ before: was(code) ?? null, after: is(code) ?? null })),
  }
}

/** Where the shown part of a preview begins, and the mark of the preview that it is a part of: null for a new one. */
type PreviewPart = { from?: number; seen?: string | null }

/**
 * Returns what a wanted table would do to the prices of everything on sale, with some of the changed ones; nothing is
 * stored. Throws as `readTableEffect`, `forbidden`, and `conflict` with the reason `preview_changed` when a further part
 * would be of another preview than was shown.
 */
export async function previewCurrencies(
  caller: Caller,
  { from = 0, seen = null, ...wanted }: WantedTable & PreviewPart,
  locale: string,
) {
  requirePermission(caller, 'catalog.change')
  const { effect, world, mark } = await readTableEffect(wanted)
  if (seen !== null && mark !== seen) throw refused('preview_changed', 'The effect is another one than was shown.')
  const names = namesOf(world, locale)
  const { compare: compareNames } = new Intl.Collator(locale)
  const changed = effect.rows.filter(({ before, after }) => before?.minor !== after?.minor)

  return {
    mark,
    currencies: effect.currencies,
    count: changed.length,
    from,
    rows: changed
      .map((row) => ({ ...row, share: shareOf(row), destination: names.destination(row.piece.entry) }))
      .sort((a, b) => b.share - a.share || compareNames(a.destination, b.destination) || compareKeys(a, b))
      .slice(from, from + PREVIEW_ROWS)
      .map(({ piece, destination, code, before, after }) => ({
        ...{ id: piece.id, destination, iso2: piece.entry.iso2, plan: planLabelOf(piece.plan), code },
        ...{ before: before?.minor ?? null, after: after?.minor ?? null },
      })),
  }
}

// Equal moves in one destination have an order of their own, so that parts of the list neither overlap nor leave a gap.
function compareKeys(
  a: CurrencyRow<PieceOnSale & { id: string }>,
  b: CurrencyRow<PieceOnSale & { id: string }>,
): number {
  const [left, right] = [`${a.piece.id} ${a.code}`, `${b.piece.id} ${b.code}`]

  return left < right ? -1 : Number(left > right)
}

// More than any price can move: what comes or goes stands first.
const WHOLLY = Number.MAX_VALUE

/** How far a price moves, as a share of what it was. */
function shareOf({ before, after }: CurrencyRow): number {
  if (!before || !after) return WHOLLY

  return before.minor === 0 ? 0 : Math.abs(after.minor - before.minor) / before.minor
}

/** The page of currencies. `today` is the newest day that a rate may be of. */
export type CurrenciesView = Awaited<ReturnType<typeof getCurrencies>>

/** A table as it was, with what it changed: null on the side where a currency was not sold in. */
export type TableView = ReturnType<typeof toTableView>
