import 'server-only'
import { queueAccountMail } from '#lib/auth/repository/accounts.ts'
import type { FactorHolder } from '#lib/auth/rules/factors.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import type { AuditAct } from '#lib/core/rules/audit-acts.ts'
import type { StaffRole } from '#lib/core/rules/caller.ts'
import type { AccountChange } from '#lib/mail/rules/mail-kinds.ts'
import type { HalfCustomer, SignedInCustomer } from './customer-session.ts'
import type { HalfStaff, StaffAccount } from './staff-session.ts'

/** Somebody who has second factors or may add some, before or behind the second step. */
export type FactorCaller = StaffAccount | HalfStaff | SignedInCustomer | HalfCustomer

/** How somebody who has second factors is known, and what of theirs is written down. */
type FactorOwner = { holder: FactorHolder; id: string; email: string; name: string; role: StaffRole | null }

/** Returns who somebody is to their second factors. */
export function ownerOf(caller: FactorCaller): FactorOwner {
  if ('staff' in caller) {
    const { staffId, email, name, role } = caller.staff

    return { holder: { staffId }, id: staffId, email, name, role }
  }
  const { accountId, email, name } = caller

  return { holder: { accountId }, id: accountId, email, name: name === '' ? email : name, role: null }
}

type FactorAct = 'factor_added' | 'factor_removed' | 'recovery_codes_made' | 'second_step_failed'

type Noted = { act: FactorAct; address?: string | null; after?: { factor: string }; mail?: AccountChange }

/** Writes down what happened to somebody's second factors. A customer is told by mail, in case it was not them. */
export async function noteFactor(caller: FactorCaller, { act, address, after, mail }: Noted, tx?: Tx): Promise<void> {
  const { id, role } = ownerOf(caller)
  const area = role === null ? 'account' : 'staff'
  const event = {
    actor: `${role === null ? 'guest' : 'staff'}:${id}`,
    act: `${area}.${act}` satisfies AuditAct as AuditAct,
    subject: id,
    ...(role ? { role } : {}),
    ...(address ? { address } : {}),
    ...(after ? { after } : {}),
  }
  await recordAudit(event, tx)
  if (role === null && mail && tx) await queueAccountMail({ kind: 'account_changed', accountId: id, change: mail }, tx)
}
