import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordAudit } from '#lib/db/audit.ts'
import { transaction } from '#lib/db/client.ts'
import { endSessions, findStaffByEmail, noteSignIn, type StaffRow } from '#lib/db/staff.ts'
import { shortenAddress } from '#lib/domain/network-address.ts'
import { passwordMatches } from './password.ts'
import { clearFailures, countFailure, signInDelay } from './sign-in-delay.ts'

/** What somebody typed at the door, and the network address that they came from. */
export type SignInTry = { email: string; password: string; address: string }

/**
 * Returns who signed in, `null` for everything else: unknown, disabled and wrong password answer alike and as slowly.
 *
 * After ten failures for an address within 15 minutes each further try waits, the right one too; nobody is locked out.
 */
export async function signInStaff({ email, password, address }: SignInTry): Promise<StaffRow | null> {
  const wanted = email.trim().toLowerCase()
  await sleep(await signInDelay(wanted))
  const staff = await findStaffByEmail(wanted)
  const isRight = await passwordMatches(staff?.passwordHash ?? null, password)
  const network = shortenAddress(address)
  if (!staff || !isRight) {
    await countFailure(wanted)
    // An address that is not of staff is not written down: it may be anybody's.
    await recordAudit({
      actor: staff ? `staff:${staff.id}` : 'anonymous',
      act: 'staff.sign_in_failed',
      subject: staff?.id ?? 'unknown',
      address: network,
    })

    return null
  }
  await clearFailures(wanted)
  await transaction(async (tx) => {
    await noteSignIn(staff.id, tx)
    await recordAudit(
      { actor: `staff:${staff.id}`, role: staff.role, act: 'staff.signed_in', subject: staff.id, address: network },
      tx,
    )
  })

  return staff
}

/** Ends every session of a member of staff: a copied cookie is worth nothing after its owner has signed out. */
export async function signOutStaff(staffId: string): Promise<void> {
  await transaction(async (tx) => {
    await endSessions(staffId, tx)
    await recordAudit({ actor: `staff:${staffId}`, act: 'staff.signed_out', subject: staffId }, tx)
  })
}
