import 'server-only'
import { findAccountByEmail } from '#lib/auth/repository/accounts.ts'
import { findFactors } from '#lib/auth/repository/factors.ts'
import { type Factors, hasFactor } from '#lib/auth/rules/staff-account.ts'
import { env } from '#lib/core/env.ts'
import { maskText } from '#lib/core/queries/export-rows.ts'
import { actorOf, type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { addDays, currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { maskCreditCode, maskEmail, maskIccid } from '#lib/core/rules/mask.ts'
import { money } from '#lib/core/rules/money.ts'
import {
  customerKey,
  type FoundCustomer,
  listBlockedCustomers,
  listBlocks,
  listCustomers,
  listEmails,
  readCustomerRows,
  readCustomerSums,
  searchAccounts,
  searchCustomers,
  sumCustomer,
} from '#lib/customers/repository/customer-list.ts'
import { findCustomerOrAccount, listJoined } from '#lib/customers/repository/customers.ts'
import { listDataRequests, listOpenDataRequests } from '#lib/customers/repository/data-requests.ts'
import { type CustomerFilter, type ErasureReport, readConsent } from '#lib/customers/rules/admin-customers.ts'
import { listStaffNames } from '#lib/pricing/repository/pricing.ts'
import { listCredits } from '#lib/refunds/repository/credits.ts'
import { creditState } from '#lib/refunds/rules/customer-credit.ts'

const PAGE = 50
/** So many customers are found at most. */
export const MAX_FOUND = 50
const MAX_REQUESTS = 50

/** Reads one page of customers, those who ordered last first. Addresses are masked by role. Throws `forbidden`. */
export async function getCustomers(caller: Caller, filter: Partial<CustomerFilter> = {}, max = PAGE) {
  requirePermission(caller, 'orders.see')
  const { buying, from = null, to = null, after = null } = filter
  const list = buying === 'blocked' ? listBlockedCustomers : listCustomers
  const found = await list({
    from: from && new Date(`${from}T00:00:00Z`),
    until: to && new Date(`${addDays(to, 1)}T00:00:00Z`),
    after,
    limit: max + 1,
  })
  const page = found.slice(0, max)
  const last = page.at(-1)

  return { rows: await toRows(caller, page), older: last && found.length > max ? customerKey(last) : null }
}

/**
 * Finds customers by the beginning of an address or of a name, at most 50, and behind them accounts without an order by the
 * beginning of the address. `null` for roles that may not see persons: an answer would tell who has ordered. Throws `forbidden`.
 */
export async function findCustomers(caller: Caller, text: string) {
  requirePermission(caller, 'orders.see')
  if (!can(caller, 'persons.see')) return null

  const [customers, accounts] = await Promise.all([searchCustomers(text, MAX_FOUND), searchAccounts(text, MAX_FOUND)])

  return toRows(caller, [...customers, ...accounts].slice(0, MAX_FOUND))
}

/** What customers have asked for about their own data and nobody has carried out. Throws `forbidden`. */
export async function getOpenDataRequests(caller: Caller) {
  requirePermission(caller, 'orders.see')

  return listOpenDataRequests(MAX_REQUESTS)
}

async function toRows(caller: Caller, found: FoundCustomer[]) {
  if (found.length === 0) return []
  const { sums, facts } = await readCustomerSums(found, env.STORE_MODE)
  const seesPersons = can(caller, 'persons.see')

  return found.map(({ personId, email, groupId, at }) => {
    const own = sums.filter(({ key }) => key === (groupId ?? email))
    const detail = facts.find(({ key }) => key === (groupId ?? email))

    return {
      personId,
      email: seesPersons ? email : maskEmail(email),
      moreAddresses: (detail?.addresses ?? 1) - 1,
      orders: own.reduce((sum, { orders }) => sum + orders, 0),
      esims: own.reduce((sum, { esims }) => sum + esims, 0),
      // Money taken less money given back, in orders of the store's own mode, by currency.
      revenue: own.map(({ currency, minor }) => ({ currency, minor })),
      // Null for an account without an order.
      lastAt: at,
      isBlocked: detail?.isBlocked ?? false,
    }
  })
}

const EMAILS = 30

type Rows = Awaited<ReturnType<typeof readCustomerRows>>

/**
 * Reads a customer with everything bought, agreed to, sent and asked, of the letters a page, behind one that was shown. `id`
 * is that of a person's row or of an account. `null` for a stranger. Throws `forbidden`.
 */
export async function getCustomer(caller: Caller, id: string, lastEmail: string | null = null) {
  const staff = requirePermission(caller, 'orders.see')
  const customer = await findCustomerOrAccount(id)
  if (!customer) return null
  const { personId, addresses, personIds, email } = customer
  const [rows, emails, sums, joined, blocks, requests, credits, factors] = await Promise.all([
    readCustomerRows(personIds),
    listEmails({ personIds, addresses, after: lastEmail, limit: EMAILS + 1 }),
    sumCustomer(personIds, env.STORE_MODE),
    listJoined(addresses),
    listBlocks(addresses),
    listDataRequests(personIds),
    listCredits(personIds),
    factorsOf(email),
  ])
  const names = await listStaffNames([
    ...joined.map(({ by }) => by),
    ...blocks.flatMap(({ by, endedBy }) => [by, endedBy ?? '']),
    ...requests.flatMap(({ askedBy, closedBy }) => [askedBy, closedBy ?? '']),
    ...credits.flatMap(({ agreedBy, promotion }) => [promotion.createdBy, agreedBy ?? '']),
  ])
  const nameOf = (actor: string) => names.get(actor) ?? actor
  const say = <Text extends string | null>(text: Text) => maskText(caller, text)
  const seesPersons = can(caller, 'persons.see')

  return {
    personId,
    email: seesPersons ? email : maskEmail(email),
    name: seesPersons ? customer.name : null,
    isErased: email === '',
    isMasked: !seesPersons,
    factors,
    summary: {
      orders: sums.reduce((sum, { orders }) => sum + orders, 0),
      esims: sums.reduce((sum, { esims }) => sum + esims, 0),
      revenue: sums.map(({ currency, minor }) => ({ currency, minor })),
    },
    addresses: joined.map((row) => ({
      ...row,
      by: nameOf(row.by),
      reason: say(row.reason),
      email: seesPersons ? row.email : maskEmail(row.email),
    })),
    blocks: blocks.map((block) => ({
      ...block,
      by: nameOf(block.by),
      reason: say(block.reason),
      endReason: say(block.endReason),
      endedBy: block.endedBy && nameOf(block.endedBy),
    })),
    credits: credits.map((credit) => ({
      ...creditOf(credit),
      reason: say(credit.reason),
      code: can(caller, 'customers.credit') ? credit.promotion.code : maskCreditCode(credit.promotion.code),
      by: nameOf(credit.promotion.createdBy),
      agreedBy: credit.agreedBy && nameOf(credit.agreedBy),
      // Whoever has given it asks another person to agree.
      isOwn: credit.promotion.createdBy === actorOf(staff),
    })),
    orders: ordersOf(rows),
    esims: esimsOf(caller, rows),
    emails: {
      rows: emails.slice(0, EMAILS),
      isFirst: lastEmail === null,
      older: emails.length > EMAILS ? (emails[EMAILS - 1]?.id ?? null) : null,
    },
    requests: requests.map(({ personId: _person, report, ...request }) => ({
      ...request,
      reason: say(request.reason),
      askedBy: nameOf(request.askedBy),
      closedBy: request.closedBy && nameOf(request.closedBy),
      report: report as ErasureReport | null,
    })),
  }
}

/** Tells which acts are open about a customer, for the buttons of the page; the services ask again. */
export function customerActions(
  caller: Caller,
  { isErased, factors, summary }: Pick<CustomerPage, 'isErased' | 'factors' | 'summary'>,
) {
  const hasOrdered = !isErased && summary.orders > 0

  return {
    block: !isErased && can(caller, 'customers.block'),
    credit: hasOrdered && can(caller, 'customers.credit'),
    merge: hasOrdered && can(caller, 'customers.merge'),
    ask: hasOrdered && can(caller, 'customers.ask_data'),
    hand: hasOrdered && can(caller, 'customers.hand_data'),
    lift: factors !== null && hasFactor(factors) && can(caller, 'customers.lift_factors'),
  }
}

// Of this address alone: staff may have joined others, and each account stands for its own mailbox.
async function factorsOf(email: string): Promise<Factors | null> {
  const account = email === '' ? null : await findAccountByEmail(email)

  return account && findFactors({ accountId: account.id })
}

function creditOf({ id, agreedAt, leftMinor, promotion }: Awaited<ReturnType<typeof listCredits>>[number]) {
  const { amountMinor, createdAt: at, endsAt, endedAt, uses } = promotion
  const sum = (minor: number) => money(minor, currencyCodeSchema.parse(promotion.currency))

  return {
    ...{ id, amount: sum(amountMinor ?? 0), left: sum(leftMinor), at, endsAt },
    state: creditState({ agreedAt, endedAt, endsAt, leftMinor }, new Date()),
    uses: uses.map(({ order, discountMinor, takenMinor, releasedAt }) => ({
      orderId: order.id,
      orderNumber: order.number,
      taken: sum(takenMinor ?? discountMinor),
      isReleased: releasedAt !== null,
    })),
  }
}

function ordersOf({ orders }: Rows) {
  return orders.map(({ createdAt, items, consent, ...order }) => ({
    ...order,
    at: createdAt,
    states: items.map(({ state }) => state),
    consent: readConsent(consent),
  }))
}

function esimsOf(caller: Caller, { esims }: Rows) {
  const seesEsims = can(caller, 'iccids.see')
  const seesPersons = can(caller, 'persons.see')

  return esims.map(({ id, iccid, travellerName, revealedAt, revealConsent, cancelState, item }) => ({
    id,
    iccid: seesEsims ? iccid : maskIccid(iccid),
    traveller: seesPersons ? travellerName : null,
    orderId: item.order.id,
    orderNumber: item.order.number,
    destination: item.quote.plan.destination.ownName ?? item.quote.plan.destination.providerName,
    revealedAt,
    consentText: readConsent(revealConsent).text,
    cancelState,
  }))
}

/** The page of a customer, masked by role. */
export type CustomerPage = NonNullable<Awaited<ReturnType<typeof getCustomer>>>

/** A customer in a list: an address with everything bought by it, or several that were joined. Masked by role. */
export type CustomerRow = Awaited<ReturnType<typeof toRows>>[number]
