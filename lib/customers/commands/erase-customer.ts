import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { requireCustomer } from '#lib/customers/commands/require-customer.ts'
import type { Customer } from '#lib/customers/repository/customers.ts'
import { finishDataRequests } from '#lib/customers/repository/data-requests.ts'
import { countKept, findOrderUnderWay } from '#lib/customers/repository/erasures.ts'
import type { ErasureReport } from '#lib/customers/rules/admin-customers.ts'
import { erasePerson } from '#lib/fulfilment/commands/recover-erasures.ts'

/**
 * Forgets a customer: address, names, phone, notes and words in every text. What the law asks for stays without a name:
 * orders, payments, refunds and consents. Refunds that are on their way arrive; links to the orders stop working.
 *
 * Resolves with what was done and what is kept. Throws `conflict` with `reason` `under_way` while something is still to be
 * delivered or decided: nobody could be told any more.
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
    throw new AppError('conflict', 'An order is under way.', { reason: 'under_way', order: number })
  }
}
