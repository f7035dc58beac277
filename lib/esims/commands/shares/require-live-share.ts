import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOnEsim, type Caller } from '#lib/core/rules/caller.ts'
import { findShare } from '#lib/esims/repository/shares.ts'

/** Throws `not_found` for somebody whose share of an eSIM has ended since the request began. Buyers pass. */
export async function requireLiveShare(caller: Caller, esim: { id: string; orderId: string }, tx?: Tx): Promise<void> {
  const [kind, shareId = ''] = actorOnEsim(caller, esim).split(':')
  if (kind !== 'share') return
  if ((await findShare(shareId, tx))?.endedAt !== null) throw new AppError('not_found', 'The share has ended.')
}
