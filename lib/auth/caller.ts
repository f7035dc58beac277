import 'server-only'
import { cache } from 'react'
import { AppError } from '#lib/domain/app-error.ts'
import type { Anonymous, Guest, StaffMember } from '#lib/domain/caller.ts'
import { currentGuest } from './guest-session.ts'
import { currentStaff } from './staff-session.ts'

/** What each kind of door lets in. In the shop a member of staff is a customer like any other. */
export type Callers = { any: Anonymous | Guest; buyer: Guest; staff: StaffMember }

const guest = cache(currentGuest)
const staff = cache(currentStaff)

/** Whoever is at a shopper's door: a guest who holds orders, or nobody in particular. */
export async function currentCaller(): Promise<Anonymous | Guest> {
  return (await guest()) ?? { kind: 'anonymous' }
}

/**
 * The caller of a kind: `any`, `buyer` (a guest who holds an order) or `staff`.
 *
 * Throws `unauthenticated`. What a caller may see of an object is decided where the object is read.
 */
export async function requireCaller<Kind extends keyof Callers>(kind: Kind): Promise<Callers[Kind]>
export async function requireCaller(kind: keyof Callers): Promise<Callers[keyof Callers]> {
  if (kind === 'any') return currentCaller()
  const caller = kind === 'staff' ? await staff() : await buyer()
  if (!caller) throw new AppError('unauthenticated', 'Nobody is known in this browser.')

  return caller
}

async function buyer(): Promise<Guest | null> {
  const caller = await guest()

  return caller && caller.grants.length > 0 ? caller : null
}
