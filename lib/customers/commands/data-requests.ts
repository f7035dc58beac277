import 'server-only'
import { assertFreshProof } from '#lib/auth/rules/factors.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { requireCustomer } from '#lib/customers/commands/own-account.ts'
import { type Customer, findByProvenAddress } from '#lib/customers/repository/customers.ts'
import {
  addDataRequest,
  declineDataRequest,
  finishDataRequests,
  readCustomerCopy,
} from '#lib/customers/repository/data-requests.ts'
import { countKept, findOrderUnderWay } from '#lib/customers/repository/erasures.ts'
import type { DataKind, ErasureReport } from '#lib/customers/rules/admin-customers.ts'
import { erasePerson } from '#lib/fulfilment/commands/recover-erasures.ts'

/** Everything that is kept about a customer, ready to be written as JSON. Sums are in minor units of their currency. */
async function copyOfCustomer({
  personIds,
  addresses,
}: Pick<Customer, 'personIds' | 'addresses'>): Promise<Record<string, unknown>> {
  const copy = await readCustomerCopy(personIds, addresses)

  return {
    madeAt: new Date().toISOString(),
    note: 'Activation codes open an eSIM for whoever holds them: they are on the page of each order, not in this file.',
    addresses,
    ...copy,
  }
}

/**
 * Returns the copy of a customer's data for somebody of staff to hand over. The act is written down before anything is
 * read, and open requests for a copy are closed by it. Throws `forbidden`, `not_found`, `conflict` for an erased person.
 */
export async function copyForStaff(caller: Caller, personId: string): Promise<Record<string, unknown>> {
  const staff = requirePermission(caller, 'customers.hand_data')
  const by = actorOf(staff)
  const customer = await requireCustomer(personId)
  const { personIds } = customer
  await transaction(async (tx) => {
    await finishDataRequests({ personIds, kind: 'export', closedBy: by }, tx)
    await recordAudit({ actor: by, role: staff.role, act: 'customer.exported', subject: personId }, tx)
  })

  return copyOfCustomer(customer)
}

/**
 * Forgets a customer: address, names, phone, notes and words in every text. What the law asks for stays without a name:
 * orders, payments, refunds and consents. Refunds that are on their way arrive; links to the orders stop working.
 *
 * Resolves with what was done and what is kept. Throws `conflict` with `reason` `under_way` while something is still to be
 * delivered, decided or given away: nobody could be told any more.
 */
export async function eraseCustomer({ personIds }: Pick<Customer, 'personIds'>): Promise<ErasureReport> {
  await requireEnded(personIds)
  const counted = await countKept(personIds)
  // Each by itself, journal first: one that breaks off is finished by the next attempt, or by a start after a restore.
  for (const personId of personIds) await erasePerson(personId)

  return { people: personIds.length, ...counted }
}

/**
 * Forgets a customer for somebody of staff, who has typed the address to be sure. Throws `forbidden`, `bad_input` for
 * another address, `not_found`, `conflict`.
 */
export async function eraseForStaff(
  caller: Caller,
  { personId, typed }: { personId: string; typed: string },
): Promise<ErasureReport> {
  const staff = requirePermission(caller, 'customers.hand_data')
  const customer = await requireCustomer(personId)
  if (typed.trim().toLowerCase() !== customer.email) {
    throw new AppError('bad_input', 'Another address was typed.', { reason: 'typed' })
  }
  await requireEnded(customer.personIds)
  const by = actorOf(staff)
  await recordAudit({ actor: by, role: staff.role, act: 'customer.erased', subject: personId })
  const report = await eraseCustomer(customer)
  await transaction((tx) =>
    finishDataRequests({ personIds: customer.personIds, kind: 'erase', closedBy: by, report }, tx),
  )

  return report
}

async function requireEnded(personIds: string[]): Promise<void> {
  const number = await findOrderUnderWay(personIds)
  if (number !== null) {
    throw new AppError('conflict', 'An order is under way, or its gift is.', { reason: 'under_way', order: number })
  }
}

type ProvenCustomer = { accountId: string; email: string; provenAt: Date }

/**
 * Returns everything that is kept about a customer, by the proven address alone. Open requests for a copy are closed by it.
 *
 * Throws `forbidden` as `assertFreshProof`.
 */
export async function copyOwnData(customer: ProvenCustomer): Promise<Record<string, unknown>> {
  assertFreshProof(customer)
  const by = `guest:${customer.accountId}`
  const own = await findByProvenAddress(customer.email)
  await transaction(async (tx) => {
    await finishDataRequests({ personIds: own.personIds, kind: 'export', closedBy: by }, tx)
    await recordAudit({ actor: by, act: 'customer.exported', subject: customer.accountId }, tx)
  })

  return copyOfCustomer(own)
}

/**
 * Forgets a customer, who has typed the address to be sure: account, sessions and whatever names the person. What the law
 * asks for stays without a name.
 *
 * Throws as `copyOwnData`, `bad_input` for another address, `conflict` with `reason` `under_way` while an order is.
 */
export async function eraseOwnData(customer: ProvenCustomer, typed: string): Promise<void> {
  assertFreshProof(customer)
  const { accountId, email } = customer
  if (typed.trim().toLowerCase() !== email) {
    throw new AppError('bad_input', 'Another address was typed.', { reason: 'typed' })
  }
  const by = `guest:${accountId}`
  const { personIds } = await findByProvenAddress(email)
  // Whoever never ordered has no person: the account is all there is.
  const report = await eraseCustomer({ personIds: personIds.length > 0 ? personIds : [accountId] })
  await transaction(async (tx) => {
    await recordAudit({ actor: by, act: 'customer.erased', subject: accountId }, tx)
    await finishDataRequests({ personIds, kind: 'erase', closedBy: by, report }, tx)
  })
}

/** Notes what a customer asks about the own data, for somebody who may carry it out. Throws `forbidden`, `not_found`. */
export async function requestData(
  caller: Caller,
  { personId, kind, reason }: { personId: string; kind: DataKind; reason: string },
): Promise<void> {
  const staff = requirePermission(caller, 'customers.ask_data')
  const askedBy = actorOf(staff)
  await transaction(async (tx) => {
    await requireCustomer(personId, tx)
    const request = await addDataRequest({ personId, kind, reason, askedBy }, tx)
    const after = { request, kind }
    await recordAudit({ actor: askedBy, role: staff.role, act: 'customer.data_asked', subject: personId, after }, tx)
  })
}

/**
 * Declines a request and keeps the reason; whoever declines it tells the customer. Throws `forbidden`, `not_found`, and
 * `conflict` for a closed one or an erased customer.
 */
export async function declineData(
  caller: Caller,
  { personId, requestId, reason }: { personId: string; requestId: string; reason: string },
): Promise<void> {
  const staff = requirePermission(caller, 'customers.hand_data')
  const closedBy = actorOf(staff)
  await transaction(async (tx) => {
    const { personIds } = await requireCustomer(personId, tx)
    if (!(await declineDataRequest({ id: requestId, personIds }, { closedBy, reason }, tx))) {
      throw new AppError('conflict', 'This request is closed.', { reason: 'changed' })
    }
    const action = {
      act: 'customer.request_declined',
      subject: personId,
      reason,
      after: { request: requestId },
    } as const
    await recordAudit({ actor: closedBy, role: staff.role, ...action }, tx)
  })
}
