import 'server-only'
import { env } from '#lib/core/env.ts'
import { addDays } from '#lib/core/rules/calendar-date.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { maskEmail } from '#lib/core/rules/mask.ts'
import {
  customerKey,
  type FoundCustomer,
  listBlockedCustomers,
  listCustomers,
  readCustomerSums,
  searchAccounts,
  searchCustomers,
} from '#lib/customers/repository/customer-list.ts'
import { listOpenDataRequests } from '#lib/customers/repository/data-requests.ts'
import type { CustomerFilter, CustomerList, CustomerRow } from '#lib/customers/rules/admin-customers.ts'

const PAGE = 50
const MOST_REQUESTS = 50

/** Reads one page of customers, those who ordered last first. Addresses are masked by role. Throws `forbidden`. */
export async function getCustomers(
  caller: Caller,
  filter: Partial<CustomerFilter> = {},
  most = PAGE,
): Promise<CustomerList> {
  requirePermission(caller, 'orders.see')
  const { buying, from = null, to = null, after = null } = filter
  const list = buying === 'blocked' ? listBlockedCustomers : listCustomers
  const found = await list({
    from: from && new Date(`${from}T00:00:00Z`),
    until: to && new Date(`${addDays(to, 1)}T00:00:00Z`),
    after,
    limit: most + 1,
  })
  const page = found.slice(0, most)
  const last = page.at(-1)

  return { rows: await toRows(caller, page), older: last && found.length > most ? customerKey(last) : null }
}

/**
 * Finds customers by the beginning of an address or of a name, at most 50, and behind them accounts without an order by the
 * beginning of the address. `null` for roles that may not see persons: an answer would tell who has ordered. Throws `forbidden`.
 */
export async function findCustomers(caller: Caller, text: string): Promise<CustomerRow[] | null> {
  requirePermission(caller, 'orders.see')
  if (!can(caller, 'persons.see')) return null

  const [customers, accounts] = await Promise.all([searchCustomers(text, PAGE), searchAccounts(text, PAGE)])

  return toRows(caller, [...customers, ...accounts].slice(0, PAGE))
}

/** What customers have asked for about their own data and nobody has carried out. Throws `forbidden`. */
export async function getOpenDataRequests(caller: Caller) {
  requirePermission(caller, 'orders.see')

  return listOpenDataRequests(MOST_REQUESTS)
}

async function toRows(caller: Caller, found: FoundCustomer[]): Promise<CustomerRow[]> {
  if (found.length === 0) return []
  const { sums, facts } = await readCustomerSums(found, env.STORE_MODE)
  const seesPersons = can(caller, 'persons.see')

  return found.map(({ personId, email, groupId, at }) => {
    const own = sums.filter(({ key }) => key === (groupId ?? email))
    const fact = facts.find(({ key }) => key === (groupId ?? email))

    return {
      personId,
      email: seesPersons ? email : maskEmail(email),
      moreAddresses: (fact?.addresses ?? 1) - 1,
      orders: own.reduce((sum, { orders }) => sum + orders, 0),
      esims: own.reduce((sum, { esims }) => sum + esims, 0),
      revenue: own.map(({ currency, minor }) => ({ currency, minor })),
      lastAt: at,
      isBlocked: fact?.isBlocked ?? false,
    }
  })
}
