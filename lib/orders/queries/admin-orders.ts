import 'server-only'
import { env } from '#lib/core/env.ts'
import type { Searched } from '#lib/core/repository/lists.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { csvRow, csvStart } from '#lib/core/rules/csv.ts'
import { addDays, currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { maskEmail } from '#lib/core/rules/mask.ts'
import { money, toDecimalText } from '#lib/core/rules/money.ts'
import { findPersonByAddress, listPeopleOf } from '#lib/customers/repository/customers.ts'
import { readSearched } from '#lib/orders/queries/searched.ts'
import {
  findOrderKey,
  listOrderIds,
  type OrderExportRow,
  type OrderKey,
  type OrderRowData,
  readExportRows,
  readOrderRows,
  searchOrders,
} from '#lib/orders/repository/admin-orders.ts'
import {
  type LockBadge,
  type OrderExport,
  type OrderFilter,
  type PlanLabel,
  readSearch,
} from '#lib/orders/rules/admin-orders.ts'
import { orderStatus } from '#lib/orders/rules/order-status.ts'

const PAGE = 50
/** So many orders are found at most. */
export const MAX_FOUND = 50

/** Reads one page of orders, newest first. Dates of the filter are days in UTC. Throws `forbidden`. */
export async function listOrders(caller: Caller, filter: OrderFilter) {
  requirePermission(caller, 'orders.see')
  const after = await readKey(filter.after)
  const before = after ? null : await readKey(filter.before)
  const ids = await listOrderIds({ ...(await toOrderListFilter(caller, filter)), after, before, limit: PAGE + 1 })
  const hasMore = ids.length > PAGE
  const page = before && hasMore ? ids.slice(1) : ids.slice(0, PAGE)
  const rows = await readOrderRows(page)

  return {
    rows: rows.map((row) => toRow(caller, row)),
    newer: (before ? hasMore : after !== null) ? (page[0] ?? null) : null,
    older: (before ? true : hasMore) ? (page.at(-1) ?? null) : null,
  }
}

/** What a filter of the address means to whoever asks, wherever the page begins. */
async function toOrderListFilter(caller: Caller, filter: Omit<OrderFilter, 'q' | 'after' | 'before'>) {
  const { tab, state, tag, assignee, counted, promotion, customer } = filter
  const me = caller.kind === 'staff' ? caller.staffId : null

  return {
    tab,
    state,
    tag,
    assignee: assignee === 'me' ? me : assignee,
    from: latest(filter.from && `${filter.from}T00:00:00Z`, filter.since),
    until: earliest(filter.to && `${addDays(filter.to, 1)}T00:00:00Z`, filter.until),
    counted: counted && { ...COUNTED[counted], mode: env.STORE_MODE },
    promotion,
    people: await listPeopleOf(customer),
  }
}

// As the figures of a day count them.
const COUNTED = {
  sold: { kind: 'sold', currency: env.STORE_CURRENCY },
  delivered: { kind: 'delivered', currency: null },
} as const

function latest(...texts: (string | null)[]): Date | null {
  return boundOf(texts, Math.max)
}

function earliest(...texts: (string | null)[]): Date | null {
  return boundOf(texts, Math.min)
}

function boundOf(texts: (string | null)[], choose: (...times: number[]) => number): Date | null {
  const times = texts.flatMap((text) => (text === null ? [] : Date.parse(text)))

  return times.length === 0 ? null : new Date(choose(...times))
}

/**
 * Looks a text up: our number, the network's number, a card number or its last six digits, an address, a payment.
 *
 * Answers at most 50 orders; `isReadable` is false for a text that is none of these. An address is looked up only for
 * roles that may see persons, the end of an eSIM's number only for those that may see it. Throws `forbidden`, `rate_limited`.
 */
export async function findOrders(caller: Caller, text: string) {
  requirePermission(caller, 'orders.see')

  return ordersNamed(caller, await readSearched(caller, text))
}

/** As `findOrders`, for a text whose meanings are known. */
export async function ordersNamed(caller: Caller, { meanings }: Searched) {
  const found = await Promise.all(meanings.map((meaning) => searchOrders(meaning, MAX_FOUND)))
  const rows = await readOrderRows([...new Set(found.flat())].slice(0, MAX_FOUND))

  return { rows: rows.map((row) => toRow(caller, row)), isReadable: meanings.length > 0 }
}

/** Who bought with the address that is searched for, for the list of all their orders; `null` for any other text and role. */
export async function findBuyer(caller: Caller, text: string): Promise<string | null> {
  requirePermission(caller, 'orders.see')
  const [meaning] = readSearch(text)

  return meaning?.kind === 'email' && can(caller, 'persons.see') ? findPersonByAddress(meaning.value) : null
}

/** The badge of an order at the network: what our own acts did to the right to cancel it. */
export function lockBadge(order: {
  lockedBy: string | null
  lockDecisionAt: Date | null
  refetchedAt: Date | null
}): LockBadge {
  if (order.lockDecisionAt) return { kind: 'locked', by: order.lockedBy ?? 'store', at: order.lockDecisionAt }

  return { kind: order.refetchedAt === null ? 'cancellable' : 'not_certain' }
}

/** Names a plan as the lists do: destination, amount, days and count. */
export function planLabel(quote: OrderRowData['items'][number]['quote']): PlanLabel {
  const { plan, count, days } = quote

  return {
    destination: plan.destination.ownName ?? plan.destination.providerName,
    amount: `${plan.amountValue} ${plan.amountUnit}`,
    days: days ?? plan.validityDays,
    count,
  }
}

async function readKey(id: string | null): Promise<OrderKey | null> {
  return id === null ? null : findOrderKey(id)
}

/** An order as a caller may see it in a list. */
function toRow(caller: Caller, row: OrderRowData) {
  const { items, payments, email, ...facts } = row
  const [first] = items
  const states = items.map(({ state }) => state)

  return {
    ...facts,
    networkNumbers: items.flatMap(({ orderNums }) => orderNums),
    email: can(caller, 'persons.see') ? email : maskEmail(email),
    plan: first ? planLabel(first.quote) : null,
    iso2: first?.quote.plan.destination.iso2 ?? null,
    moreLines: Math.max(0, items.length - 1),
    status: orderStatus(states),
    states,
    reason: items.find(({ state }) => state === 'HELD')?.reason ?? null,
    money: moneyOf(moneyDetails(payments)),
  }
}

/** What the payments of an order add up to, and whether money of one is held, or was let go. */
type MoneyDetails = { capturedMinor: number; refundedMinor: number; isHeld: boolean; isReleased: boolean }

/** Says in a word where the money of an order is. */
function moneyOf({ capturedMinor, refundedMinor, isHeld, isReleased }: MoneyDetails) {
  if (capturedMinor > 0 && refundedMinor >= capturedMinor) return 'refunded'
  if (refundedMinor > 0) return 'partly_refunded'
  if (capturedMinor > 0) return 'captured'
  if (isHeld) return 'held'

  return isReleased ? 'released' : 'none'
}

function moneyDetails(payments: OrderRowData['payments']): MoneyDetails {
  return {
    capturedMinor: payments.reduce((total, { capturedMinor }) => total + capturedMinor, 0),
    refundedMinor: payments.reduce((total, { refundedMinor }) => total + refundedMinor, 0),
    isHeld: payments.some(({ state }) => state === 'AUTHORISED' || state === 'CAPTURING'),
    isReleased: payments.some(({ state }) => state === 'VOIDED' || state === 'VOIDING'),
  }
}

const BATCH = 200
const HEAD = ['order', 'placed', 'network', 'customer', 'plan', 'count', 'lines', 'state', 'total', 'currency', 'money']

/**
 * Returns orders as the rows of a CSV file, newest first, read in batches as they are taken and masked as the caller's role
 * sees them. Named orders that do not exist are left out. Throws `forbidden`.
 */
export async function* exportedOrders(caller: Caller, filter: OrderExport): AsyncIterable<string> {
  requirePermission(caller, 'lists.export')
  const seesPersons = can(caller, 'persons.see')
  yield csvStart(HEAD)
  if (filter.ids.length > 0) {
    yield (await readExportRows(filter.ids)).map((row) => toCsv(row, seesPersons)).join('')

    return
  }
  const listFilter = { ...(await toOrderListFilter(caller, filter)), before: null, limit: BATCH }
  let after: OrderKey | null = null
  for (;;) {
    const ids: string[] = await listOrderIds({ ...listFilter, after })
    const rows = await readExportRows(ids)
    if (rows.length > 0) yield rows.map((row) => toCsv(row, seesPersons)).join('')
    const last = rows.at(-1)
    if (!last || ids.length < BATCH) return
    after = { createdAt: last.createdAt, id: last.id }
  }
}

function toCsv(row: OrderExportRow, seesPersons: boolean): string {
  const { number, createdAt, networkNumbers, email, plan, count, items, states, currency, totalMinor } = row
  const total = toDecimalText(money(totalMinor, currencyCodeSchema.parse(currency)))
  const person = seesPersons ? email : maskEmail(email)

  return csvRow([
    ...[number, createdAt, networkNumbers, person, plan, count],
    ...[items, states, total, currency, moneyOf(row)],
  ])
}

/** An order in a list. `email` is masked for roles that may not see persons. */
export type OrderRow = ReturnType<typeof toRow>
