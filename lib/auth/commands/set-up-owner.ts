import 'server-only'
import { findOwnerLinkState, spendOwnerLink } from '#lib/auth/repository/owner-link.ts'
import { type NewOwner, saveOwner } from '#lib/auth/repository/staff.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

/**
 * Makes the bearer of an owner link an owner, and spends the link in the same commit.
 *
 * Throws `gone` with `details.reason` `used`, `expired` or `unknown`; of two who try at once, one is served.
 */
export async function setUpOwner(token: string, owner: NewOwner): Promise<{ staffId: string }> {
  const made = await transaction(async (tx) => {
    if (!(await spendOwnerLink(token, tx))) return null
    const { id } = await saveOwner(owner, tx)
    await recordAudit({ actor: `staff:${id}`, role: 'owner', act: 'staff.owner_set_up', subject: id }, tx)

    return { staffId: id }
  })
  if (made) return made
  const reason = await findOwnerLinkState(token)
  throw new AppError('gone', `The owner link is ${reason}.`, { reason: reason === 'open' ? 'used' : reason })
}
