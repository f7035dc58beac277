import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { requireCustomerOrAccount } from '#lib/customers/commands/require-customer.ts'
import { addBlock, endBlocks } from '#lib/customers/repository/buyer-blocks.ts'

type Input = { personId: string; reason: string }

/**
 * Stops a customer from buying, with every address that is known to be theirs. What was bought before stays as it is: it
 * installs, shows its usage and can go back. Throws `forbidden`, `not_found`, `conflict` for one who is blocked.
 */
export async function blockBuyer(caller: Caller, { personId, reason }: Input): Promise<void> {
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
export async function unblockBuyer(caller: Caller, { personId, reason }: Input): Promise<void> {
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
