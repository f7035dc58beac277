import { AppError } from '#lib/core/rules/app-error.ts'

/** Staff roles, least powerful first. */
export const STAFF_ROLES = ['read_only', 'support', 'finance', 'manager', 'owner'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** How a browser came to see an order: by a mailed link, or because the payment was started in it. */
export type Grant = { orderId: string; grant: 'link' | 'paid_here'; grantedAt: Date }

/** One eSIM that somebody was given: its PIN was typed in this browser. */
export type ShareGrant = { shareId: string; esimId: string }

export type Anonymous = { kind: 'anonymous' }
export type Guest = { kind: 'guest'; sessionId: string; grants: Grant[]; shares?: ShareGrant[] }
export type StaffMember = { kind: 'staff'; staffId: string; role: StaffRole; name: string; email: string }

/** Whoever makes a request. Resolved once where the request comes in, handed inwards as the first argument. */
export type Caller = Anonymous | Guest | StaffMember

/**
 * What a request needs to be let in at all.
 *
 * `any`: nothing. `buyer`: a browser that holds an order. `customer`: whoever is signed in as one. `half_customer`: one of
 * whom the second step is awaited. `staff`: a whole session. `account`: staff with their own session. `half`: a password was
 * proved, the second step is awaited. `enrolling`: staff who may add a second factor, also those who must.
 */
export type CallerKind = 'any' | 'buyer' | 'customer' | 'half_customer' | 'staff' | 'account' | 'half' | 'enrolling'

/** What a member of staff may do, and who may. The access matrix test walks this table. */
export const PERMISSIONS = {
  'orders.see': ['read_only', 'support', 'finance', 'manager', 'owner'],
  'persons.see': ['support', 'manager', 'owner'],
  'iccids.see': ['support', 'manager', 'owner'],
  'payments.receive': ['finance', 'manager', 'owner'],
  'returns.see': ['read_only', 'support', 'finance', 'manager', 'owner'],
  'returns.ask': ['support', 'manager', 'owner'],
  'findings.see': ['read_only', 'support', 'finance', 'manager', 'owner'],
  'findings.settle': ['support', 'finance', 'manager', 'owner'],
  'findings.adopt': ['manager', 'owner'],
  'findings.money': ['finance', 'manager', 'owner'],
  'costs.see': ['finance', 'manager', 'owner'],
  'finance.book': ['finance', 'manager', 'owner'],
  'finance.close': ['finance', 'owner'],
  'customers.block': ['support', 'manager', 'owner'],
  'customers.credit': ['finance', 'manager', 'owner'],
  'customers.merge': ['manager', 'owner'],
  'customers.ask_data': ['support', 'manager', 'owner'],
  'customers.hand_data': ['manager', 'owner'],
  'customers.lift_factors': ['manager', 'owner'],
  'catalog.see': ['read_only', 'support', 'finance', 'manager', 'owner'],
  'catalog.sync': ['manager', 'owner'],
  'catalog.change': ['manager', 'owner'],
  'health.see': ['read_only', 'support', 'finance', 'manager', 'owner'],
  'jobs.retry': ['manager', 'owner'],
  'connection.test': ['owner'],
  'settings.change': ['owner'],
  'held.look': ['support', 'manager', 'owner'],
  'held.fetch': ['support', 'manager', 'owner'],
  'held.place': ['manager', 'owner'],
  'held.money': ['finance', 'manager', 'owner'],
  'refunds.settle': ['finance', 'manager', 'owner'],
  'refunds.goodwill': ['finance', 'manager', 'owner'],
  'record.read': ['manager', 'owner'],
  'codes.reveal': ['support', 'manager', 'owner'],
  'orders.correct_email': ['support', 'manager', 'owner'],
  'orders.mail': ['support', 'manager', 'owner'],
  'lists.export': ['finance', 'manager', 'owner'],
  'messages.see': ['read_only', 'support', 'finance', 'manager', 'owner'],
  'messages.answer': ['support', 'manager', 'owner'],
  'orders.make': ['support', 'manager', 'owner'],
  'orders.give': ['manager', 'owner'],
  'orders.note': ['support', 'finance', 'manager', 'owner'],
  'till.open': ['manager', 'owner'],
  'answers.file': ['owner'],
  'limits.change': ['owner'],
  'staff.manage': ['owner'],
  'audit.see': ['finance', 'manager', 'owner'],
  'audit.export': ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>

export type Permission = keyof typeof PERMISSIONS

/** True when the caller is a member of staff whose role holds the permission. */
export function can(caller: Caller, permission: Permission): boolean {
  if (caller.kind !== 'staff') return false
  const roles: readonly StaffRole[] = PERMISSIONS[permission]

  return roles.includes(caller.role)
}

/** Returns the caller as a member of staff who holds the permission. Throws `unauthenticated` or `forbidden`. */
export function requirePermission(caller: Caller, permission: Permission): StaffMember {
  if (caller.kind !== 'staff') throw new AppError('unauthenticated', 'Only staff may do this.')
  if (!can(caller, permission)) throw new AppError('forbidden', `The role ${caller.role} may not: ${permission}.`)

  return caller
}

/** True when the caller's browser was given this order, by link or by paying. Staff never own an order. */
export function ownsOrder(caller: Caller, orderId: string): boolean {
  return caller.kind === 'guest' && caller.grants.some((grant) => grant.orderId === orderId)
}

/** True for whoever was given this order, and for staff who see orders. */
export function seesOrder(caller: Caller, orderId: string): boolean {
  return ownsOrder(caller, orderId) || can(caller, 'orders.see')
}

type Holding = { id: string; orderId: string }

/** True when the caller's browser was given this eSIM: with its order, or alone. */
export function holdsEsim(caller: Caller, { id, orderId }: Holding): boolean {
  return ownsOrder(caller, orderId) || shareOf(caller, id) !== undefined
}

/** How somebody who holds an eSIM is named when they act on it: as the buyer of its order, else by the share. */
export function actorOnEsim(caller: Caller, esim: Holding): string {
  const share = ownsOrder(caller, esim.orderId) ? undefined : shareOf(caller, esim.id)

  return share ? `share:${share.shareId}` : actorOf(caller)
}

function shareOf(caller: Caller, esimId: string): ShareGrant | undefined {
  return caller.kind === 'guest' ? caller.shares?.find((share) => share.esimId === esimId) : undefined
}

/** How the caller is named in histories and audit rows: a kind and an id, never a name or an address. */
export function actorOf(caller: Caller): string {
  if (caller.kind === 'staff') return `staff:${caller.staffId}`
  if (caller.kind === 'guest') return `guest:${caller.sessionId}`

  return 'anonymous'
}
