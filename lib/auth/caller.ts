import 'server-only'
import { cache } from 'react'
import { listOwnGrants } from '#lib/auth/repository/accounts.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { Anonymous, CallerKind, Guest, StaffMember } from '#lib/core/rules/caller.ts'
import {
  currentCustomer,
  currentGuest,
  currentHalfCustomer,
  currentShares,
  type HalfCustomer,
  type SignedInCustomer,
} from './customer-session.ts'
import { currentAccount, currentHalf, currentStaff, type HalfStaff, type StaffAccount } from './staff-session.ts'

/** What is known of each kind of caller. In the shop a member of staff is a customer like any other. */
export type Callers = {
  any: Anonymous | Guest
  buyer: Guest
  customer: SignedInCustomer
  half_customer: HalfCustomer
  staff: StaffMember
  account: StaffAccount
  half: HalfStaff
  enrolling: StaffAccount | HalfStaff
}

// A customer holds the orders of the proven address beside those that this browser was given.
const buyer = cache(async (): Promise<Guest | null> => {
  const [current, customer] = await Promise.all([currentGuest(), currentCustomer()])
  if (!customer) return current
  const given = new Set(current?.grants.map(({ orderId }) => orderId))
  const own = (await listOwnGrants(customer.email)).filter(({ orderId }) => !given.has(orderId))

  return {
    kind: 'guest',
    sessionId: current?.sessionId ?? customer.sessionId,
    grants: [...(current?.grants ?? []), ...own],
  }
})

// The eSIMs that somebody was given come beside the own orders, or alone.
const guest = cache(async (): Promise<Guest | null> => {
  const [own, current] = await Promise.all([buyer(), currentShares()])
  const [first] = current
  if (!first) return own
  const shares = current.map(({ shareId, esimId }) => ({ shareId, esimId }))

  return { ...(own ?? { kind: 'guest', sessionId: first.sessionId, grants: [] }), shares }
})

/** Whoever is at a shopper's door: a guest who holds orders, or nobody in particular. */
export async function currentCaller(): Promise<Anonymous | Guest> {
  return (await guest()) ?? { kind: 'anonymous' }
}

const RESOLVERS: { [Kind in CallerKind]: () => Promise<Callers[Kind] | null> } = {
  any: currentCaller,
  buyer: async () => {
    const caller = await guest()

    return caller && caller.grants.length > 0 ? caller : null
  },
  customer: currentCustomer,
  half_customer: currentHalfCustomer,
  staff: currentStaff,
  account: currentAccount,
  half: currentHalf,
  enrolling: async () => {
    const account = await currentAccount()
    if (account) return account
    const half = await currentHalf()

    // Whoever has a factor proves it first: a password alone adds none.
    return half?.step.kind === 'set_up' ? half : null
  },
}

/**
 * The caller of a kind: see `Callers`.
 *
 * Throws `unauthenticated`. What a caller may see of an object is decided where the object is read.
 */
export async function requireCaller<Kind extends CallerKind>(kind: Kind): Promise<Callers[Kind]> {
  const resolve: (typeof RESOLVERS)[Kind] = RESOLVERS[kind]
  const caller = await resolve()
  if (!caller) throw new AppError('unauthenticated', 'Nobody is known in this browser.')

  return caller
}
