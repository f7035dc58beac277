import 'server-only'
import { recordAudit } from '#lib/db/audit.ts'
import { transaction } from '#lib/db/client.ts'
import { storeProfile } from '#lib/db/profiles.ts'
import type { Profile } from '#lib/domain/profile.ts'

/** Stores what a customer says about themselves. What it was is written down nowhere: it is theirs alone. */
export async function changeProfile({ accountId }: { accountId: string }, profile: Profile): Promise<void> {
  await transaction(async (tx) => {
    await storeProfile(accountId, profile, tx)
    await recordAudit({ actor: `guest:${accountId}`, act: 'account.profile_changed', subject: accountId }, tx)
  })
}
