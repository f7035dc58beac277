import 'server-only'
import { deletePasskey, deleteTotp, findFactors, lockHolder, saveRecoveryCodes } from '#lib/auth/repository/factors.ts'
import { findFactorRule } from '#lib/auth/repository/staff-rules.ts'
import { assertFreshProof } from '#lib/auth/rules/fresh-proof.ts'
import { newRecoveryCodes } from '#lib/auth/rules/recovery-code.ts'
import { hasFactor, requiresFactor } from '#lib/auth/rules/staff-account.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { AccountChange } from '#lib/mail/rules/mail-kinds.ts'
import type { Callers } from './caller.ts'
import { noteFactor, ownerOf } from './factor-owner.ts'

type Owner = Callers['account'] | Callers['customer']

/** Makes new recovery codes; the former ones stop working. Throws `conflict` without a second factor, and `forbidden`. */
export async function remakeRecoveryCodes(caller: Owner): Promise<string[]> {
  assertFreshProof(caller)
  const { holder } = ownerOf(caller)
  const codes = newRecoveryCodes()
  await transaction(async (tx) => {
    await lockHolder(holder, tx)
    if (!hasFactor(await findFactors(holder, tx))) throw new AppError('conflict', 'There is no second factor.')
    await saveRecoveryCodes(holder, codes, tx)
    await noteFactor(caller, { act: 'recovery_codes_made', mail: 'codes_made' }, tx)
  })

  return codes
}

/** Takes the caller's authenticator app away. Throws `conflict` when it is the last factor and one is required. */
export async function removeApp(caller: Owner): Promise<void> {
  await removeFactor(caller, 'app_removed', (tx) => deleteTotp(ownerOf(caller).holder, tx))
}

/** Takes one passkey of the caller away. Throws as `removeApp`. */
export async function removePasskey(caller: Owner, id: string): Promise<void> {
  await removeFactor(caller, 'passkey_removed', (tx) => deletePasskey(ownerOf(caller).holder, id, tx))
}

async function removeFactor(caller: Owner, mail: AccountChange, remove: (tx: Tx) => Promise<boolean>): Promise<void> {
  assertFreshProof(caller)
  const { holder } = ownerOf(caller)
  // The rule is for those who work here: a customer may always do without.
  const isRequired = caller.kind === 'account' && requiresFactor(await findFactorRule(), caller.staff.role)
  await transaction(async (tx) => {
    await lockHolder(holder, tx)
    if (!(await remove(tx))) throw new AppError('not_found', 'There is no such factor.')
    const isLast = !hasFactor(await findFactors(holder, tx))
    if (isLast && isRequired) {
      throw new AppError('conflict', 'A second factor is required.', { reason: 'required' })
    }
    if (isLast) await saveRecoveryCodes(holder, [], tx)
    await noteFactor(caller, { act: 'factor_removed', mail }, tx)
  })
}
