import 'server-only'
import { assertFreshProof } from '#lib/auth/rules/fresh-proof.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { copyOfCustomer } from '#lib/customers/commands/copy-customer.ts'
import { eraseCustomer } from '#lib/customers/commands/erase-customer.ts'
import { findByProvenAddress } from '#lib/customers/repository/customers.ts'
import { finishDataRequests } from '#lib/customers/repository/data-requests.ts'

type Customer = { accountId: string; email: string; provenAt: Date }

/**
 * Returns everything that is kept about a customer, by the proven address alone. Open requests for a copy are closed by it.
 *
 * Throws `forbidden` as `assertFreshProof`.
 */
export async function copyOwnData(customer: Customer): Promise<Record<string, unknown>> {
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
export async function eraseOwnData(customer: Customer, typed: string): Promise<void> {
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
