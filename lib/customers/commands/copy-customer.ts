import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { requireCustomer } from '#lib/customers/commands/require-customer.ts'
import { readCustomerCopy } from '#lib/customers/repository/customer-copy.ts'
import type { Customer } from '#lib/customers/repository/customers.ts'
import { finishDataRequests } from '#lib/customers/repository/data-requests.ts'

/** Everything that is kept about a customer, ready to be written as JSON. Sums are in minor units of their currency. */
export async function copyOfCustomer({
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
