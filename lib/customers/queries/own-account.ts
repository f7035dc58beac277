import 'server-only'
import { listAccountSessions } from '#lib/auth/repository/account-sessions.ts'
import { findPasswordHash } from '#lib/auth/repository/accounts.ts'
import { findFactors, listPasskeys } from '#lib/auth/repository/factors.ts'
import { parseStoredReadings } from '#lib/cancellations/rules/cancellation-readings.ts'
import { type PlaceNames, readPlaceNames } from '#lib/catalog/queries/places.ts'
import { lastInstallMinute } from '#lib/catalog/rules/plan.ts'
import { coveredTime } from '#lib/catalog/rules/trip.ts'
import { parseQuoteSnapshot, quotedDays } from '#lib/checkout/rules/quote.ts'
import { type CalendarDate, currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { money } from '#lib/core/rules/money.ts'
import { findProfile, listOwnEsims, listOwnOrders } from '#lib/customers/repository/own-account.ts'
import { byDeadline, groupOf, type Profile } from '#lib/customers/rules/own-account.ts'
import { getShares } from '#lib/esims/queries/shares.ts'
import { getUsage } from '#lib/esims/queries/usage.ts'
import type { UsageView } from '#lib/esims/rules/usage.ts'
import { orderStatus } from '#lib/orders/rules/order-status.ts'

type Customer = { accountId: string; email: string; sessionId: string }

/** The eSIMs of a customer, what ends first at the top. Reads our database only: pressing a button asks the network. */
export async function getOwnEsims({ email }: Customer, now: Date, locale?: string) {
  const esims = await listOwnEsims(email)
  const ids = esims.map(({ id }) => id)
  const quotes = esims.map(({ item }) => item.quote)
  const [usage, nameOf] = await Promise.all([getUsage(ids, now), readPlaceNames(quotes, locale)])

  return esims.map((esim) => toOwnEsim(esim, usage[esim.id], { now, nameOf })).sort(byDeadline)
}

/** The orders of a customer, newest first. */
export async function getOwnOrders({ email }: Customer, locale?: string) {
  const orders = await listOwnOrders(email)
  const quotes = orders.flatMap(({ items }) => items.map(({ quote }) => quote))
  const nameOf = await readPlaceNames(quotes, locale)

  return orders.map(({ id, number, createdAt, currency, totalMinor, items }) => ({
    id,
    number,
    createdAt,
    total: money(totalMinor, currencyCodeSchema.parse(currency)),
    status: orderStatus(items.map(({ state }) => state)),
    plans: items.map(({ quote }) => ({ ...toPlan(quote, nameOf), count: quote.count })),
  }))
}

/** Where a customer is signed in. */
export async function getOwnSessions({ accountId, sessionId }: Customer) {
  const sessions = await listAccountSessions(accountId)

  return sessions.map((session) => ({ ...session, isThis: session.id === sessionId }))
}

/** What a customer says about themselves; `null` when the account is gone. */
export async function getProfile({ accountId }: Pick<Customer, 'accountId'>): Promise<Profile | null> {
  return findProfile(accountId)
}

/** With what a customer signs in. Whether there is a password is told, never what it is. */
export async function getOwnFactors({ accountId }: Pick<Customer, 'accountId'>) {
  const [passwordHash, factors, keys] = await Promise.all([
    findPasswordHash(accountId),
    findFactors({ accountId }),
    listPasskeys({ accountId }),
  ])
  const passkeys = keys.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt }))

  return { hasPassword: passwordHash !== null, ...factors, passkeys }
}

type Esim = Awaited<ReturnType<typeof listOwnEsims>>[number]

type Reading = { now: Date; nameOf: PlaceNames }

function toOwnEsim(esim: Esim, usage: UsageView | undefined, { now, nameOf }: Reading) {
  const { id, iccid, travellerName, activateBefore, cancelState, item } = esim
  const { startDate } = item.quote
  const plan = toPlan(item.quote, nameOf)
  const read = usage?.facts ?? null
  const said = parseStoredReadings(esim.facts)
  const planned = startDate ? coveredTime(startDate as CalendarDate, plan.days).ends : null
  const expiresAt = said.expiresAt ? new Date(said.expiresAt) : null
  const facts = {
    wentBack: cancelState !== 'NONE' && cancelState !== 'REFUSED',
    hasBegun: (read?.beginsAt != null && read.beginsAt <= now) || (read?.usedMb ?? 0) > 0,
    installBy: activateBefore ? lastInstallMinute(activateBefore) : null,
    endsAt: read?.endsAt ?? planned,
    expiresAt,
  }

  return {
    ...plan,
    id,
    orderId: item.orderId,
    orderNumber: item.order.number,
    travellerName,
    iccidLast4: iccid.slice(-4),
    group: groupOf({ ...facts, now }),
    wentBack: facts.wentBack,
    installBy: facts.installBy,
    endsAt: facts.endsAt,
    usedMb: read?.usedMb ?? null,
    totalMb: read?.totalMb ?? null,
    usedAt: read?.readAt ?? null,
    isUsageOld: usage?.isOld ?? false,
    isPerDay: read?.isDayPass ?? plan.term.kind !== 'fixed',
    expiresAt,
    // Until when the network keeps it, and whether it takes a top-up; asked about at `answeredAt`.
    takesTopUp: said.takesTopUp ?? null,
    answeredAt: said.signalReadAt ? new Date(said.signalReadAt) : null,
  }
}

type Quote = Parameters<PlaceNames>[0] & { snapshot: unknown; days: number | null }

function toPlan(quote: Quote, nameOf: PlaceNames) {
  const { destination, amount, term } = parseQuoteSnapshot(quote.snapshot)

  return { destination: nameOf(quote, destination), amount, term, days: quotedDays({ term }, quote.days) }
}

/** Who travels with which eSIM of a customer, and what was given away. Whoever has no name comes last. */
export async function getOwnTravellers(customer: Customer, now: Date, locale?: string) {
  const esims = await getOwnEsims(customer, now, locale)
  const used = new Set(esims.filter(({ usedMb }) => (usedMb ?? 0) > 0).map(({ id }) => id))
  const shares = await getShares(
    esims.map(({ id }) => id),
    { isUsed: (id) => used.has(id), now },
  )
  const byName = Map.groupBy(
    esims.map((esim) => ({ ...esim, share: shares[esim.id] ?? null })),
    ({ travellerName }) => travellerName,
  )
  const unnamed = byName.get(null)
  byName.delete(null)
  const named = [...byName].map(([name, own]) => ({ name, esims: own }))

  return unnamed ? [...named, { name: null, esims: unnamed }] : named
}

/**
 * An eSIM in its owner's list. Instants are `null` where nobody knows them; `usedMb` and `totalMb` as read at `usedAt`, the
 * total of a day pass for each day.
 */
export type OwnEsim = Awaited<ReturnType<typeof getOwnEsims>>[number]

/** An order in its owner's list. */
export type OwnOrder = Awaited<ReturnType<typeof getOwnOrders>>[number]

/** Somebody who travels with eSIMs of a customer; `null` for those that are for nobody in particular. */
export type OwnTraveller = Awaited<ReturnType<typeof getOwnTravellers>>[number]
