import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { requireCustomer, requireCustomerOrAccount } from '#lib/customers/commands/own-account.ts'
import { addBlock, endBlocks } from '#lib/customers/repository/customer-list.ts'
import { findPersonByAddress, joinAddresses, separateAddress } from '#lib/customers/repository/customers.ts'

type BlockInput = { personId: string; reason: string }

/**
 * Stops a customer from buying, with every address that is known to be theirs. What was bought before stays as it is: it
 * installs, shows its usage and can go back. Throws `forbidden`, `not_found`, `conflict` for one who is blocked.
 */
export async function blockBuyer(caller: Caller, { personId, reason }: BlockInput): Promise<void> {
  const staff = requirePermission(caller, 'customers.block')
  const by = actorOf(staff)
  await transaction(async (tx) => {
    const { email } = await requireCustomerOrAccount(personId, tx)
    if (!(await addBlock({ email, reason, by }, tx))) {
      throw new AppError('conflict', 'This customer is blocked.', { reason: 'changed' })
    }
    await recordAudit({ actor: by, role: staff.role, act: 'customer.blocked', subject: personId, reason }, tx)
  })
}

/** Lets a blocked customer buy again. Throws `forbidden`, `not_found`, `conflict` for one who is not blocked. */
export async function unblockBuyer(caller: Caller, { personId, reason }: BlockInput): Promise<void> {
  const staff = requirePermission(caller, 'customers.block')
  const by = actorOf(staff)
  await transaction(async (tx) => {
    const { addresses } = await requireCustomerOrAccount(personId, tx)
    if (!(await endBlocks(addresses, { endedBy: by, endReason: reason }, tx))) {
      throw new AppError('conflict', 'This customer is not blocked.', { reason: 'changed' })
    }
    await recordAudit({ actor: by, role: staff.role, act: 'customer.unblocked', subject: personId, reason }, tx)
  })
}

type JoinInput = { personId: string; email: string; reason: string }

/**
 * Notes that another address belongs to the same customer: pages show both as one, and a block counts for both. No order
 * moves and no link opens more than before. The record names the rows, never the addresses.
 *
 * Throws `forbidden`, `not_found` for an address without an order, `conflict` for one that is joined already.
 */
export async function joinCustomers(caller: Caller, { personId, email, reason }: JoinInput): Promise<void> {
  const staff = requirePermission(caller, 'customers.merge')
  const by = actorOf(staff)
  await transaction(async (tx) => {
    const one = await requireCustomer(personId, tx)
    const otherId = await findPersonByAddress(email.trim().toLowerCase(), tx)
    if (otherId === null) throw new AppError('not_found', 'Nobody has ordered with this address.')
    const other = await requireCustomer(otherId, tx)
    if (!(await joinAddresses([one, other], { by, reason }, tx))) {
      throw new AppError('conflict', 'This address is joined already.', { reason: 'changed' })
    }
    const action = { act: 'customer.merged', subject: personId, reason, after: { joined: otherId } } as const
    await recordAudit({ actor: by, role: staff.role, ...action }, tx)
  })
}

/**
 * Takes an address out of the customer again, one that no order carries any more too. Throws `forbidden`, `not_found`,
 * `conflict` for one that is none of this customer's.
 */
export async function separateCustomer(caller: Caller, { personId, email, reason }: JoinInput): Promise<void> {
  const staff = requirePermission(caller, 'customers.merge')
  await transaction(async (tx) => {
    const { addresses } = await requireCustomerOrAccount(personId, tx)
    if (!addresses.includes(email) || !(await separateAddress(email, tx))) {
      throw new AppError('conflict', 'This address stands alone.', { reason: 'changed' })
    }
    const by = { actor: actorOf(staff), role: staff.role }
    const subject = (await findPersonByAddress(email, tx)) ?? personId
    await recordAudit({ ...by, act: 'customer.separated', subject, reason }, tx)
  })
}
