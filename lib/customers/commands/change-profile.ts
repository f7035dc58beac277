import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { storeProfile } from '#lib/customers/repository/profiles.ts'
import type { Profile } from '#lib/customers/rules/profile.ts'

/** Stores what a customer says about themselves. What it was is written down nowhere: it is theirs alone. */
export async function changeProfile({ accountId }: { accountId: string }, profile: Profile): Promise<void> {
  await transaction(async (tx) => {
    await storeProfile(accountId, profile, tx)
    await recordAudit({ actor: `guest:${accountId}`, act: 'account.profile_changed', subject: accountId }, tx)
  })
}
