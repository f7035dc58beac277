import 'server-only'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, holdsEsim } from '#lib/core/rules/caller.ts'
import { openStoredEsim } from '#lib/esims/commands/open-stored-esim.ts'
import { requireLiveShare } from '#lib/esims/commands/shares/require-live-share.ts'
import { getEsimToOpen } from '#lib/esims/repository/esims.ts'
import type { OpenedEsim } from '#lib/settings/rules/shop.ts'

/** The code of an eSIM that was opened before. A sealed eSIM, and one of somebody else, is `not_found`. */
export async function openedEsim(caller: Caller, esimId: string): Promise<OpenedEsim> {
  const esim = await getEsimToOpen(esimId)
  const subject = { id: esimId, orderId: esim?.item.orderId ?? '' }
  if (!esim?.revealedAt || !holdsEsim(caller, subject)) {
    throw new AppError('not_found', 'There is no such opened card.')
  }
  await requireLiveShare(caller, subject)

  return openStoredEsim(esim)
}
