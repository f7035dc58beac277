import 'server-only'
import { listAccountSessions } from '#lib/db/account-sessions.ts'
import { findPasswordHash } from '#lib/db/accounts.ts'
import { findFactors, listPasskeys } from '#lib/db/factors.ts'
import { listOwnCards, listOwnOrders } from '#lib/db/own-cards.ts'
import { findProfile } from '#lib/db/profiles.ts'
import type { CalendarDate } from '#lib/domain/calendar-date.ts'
import { lastInstallMinute } from '#lib/domain/install-deadline.ts'
import { money } from '#lib/domain/money.ts'
import { currencyCodeSchema } from '#lib/domain/money-schema.ts'
import { orderStanding } from '#lib/domain/order-standing.ts'
import { byDeadline, groupOf, type OwnEsim, type OwnOrder, type OwnPlan } from '#lib/domain/own-account.ts'
import type { Profile } from '#lib/domain/profile.ts'
import { parseQuoteSnapshot, quotedDays } from '#lib/domain/quote-snapshot.ts'
import { parseStoredFacts } from '#lib/domain/return-facts.ts'
import { coveredTime } from '#lib/domain/trip.ts'
import type { UsageView } from '#lib/domain/usage.ts'
import { type PlaceNames, readPlaceNames } from '#lib/queries/place-names.ts'
import { getUsage } from '#lib/queries/usage.ts'

type Customer = { accountId: string; email: string; sessionId: string }

/** The eSIMs of a customer, what ends first at the top. Reads our database only: pressing a button asks the network. */
export async function getOwnEsims({ email }: Customer, now: Date, locale?: string): Promise<OwnEsim[]> {
  const cards = await listOwnCards(email)
  const ids = cards.map(({ id }) => id)
  const quotes = cards.map(({ line }) => line.quote)
  const [usage, nameOf] = await Promise.all([getUsage(ids, now), readPlaceNames(quotes, locale)])

  return cards.map((card) => toOwnEsim(card, usage[card.id], { now, nameOf })).sort(byDeadline)
}

/** The orders of a customer, newest first. */
export async function getOwnOrders({ email }: Customer, locale?: string): Promise<OwnOrder[]> {
  const orders = await listOwnOrders(email)
  const quotes = orders.flatMap(({ lines }) => lines.map(({ quote }) => quote))
  const nameOf = await readPlaceNames(quotes, locale)

  return orders.map(({ id, number, createdAt, currency, totalMinor, lines }) => ({
    id,
    number,
    createdAt,
    total: money(totalMinor, currencyCodeSchema.parse(currency)),
    standing: orderStanding(lines.map(({ state }) => state)),
    plans: lines.map(({ quote }) => ({ ...toPlan(quote, nameOf), count: quote.count })),
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

type Card = Awaited<ReturnType<typeof listOwnCards>>[number]

type Reading = { now: Date; nameOf: PlaceNames }

function toOwnEsim(card: Card, usage: UsageView | undefined, { now, nameOf }: Reading): OwnEsim {
  const { id, iccid, travellerName, activateBefore, cancelState, line } = card
  const { startDate } = line.quote
  const plan = toPlan(line.quote, nameOf)
  const read = usage?.facts ?? null
  const said = parseStoredFacts(card.facts)
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
    orderId: line.orderId,
    orderNumber: line.order.number,
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
    takesTopUp: said.takesTopUp ?? null,
    answeredAt: said.signalReadAt ? new Date(said.signalReadAt) : null,
  }
}

type Quote = Parameters<PlaceNames>[0] & { snapshot: unknown; days: number | null }

function toPlan(quote: Quote, nameOf: PlaceNames): OwnPlan {
  const { destination, amount, term } = parseQuoteSnapshot(quote.snapshot)

  return { destination: nameOf(quote, destination), amount, term, days: quotedDays({ term }, quote.days) }
}
