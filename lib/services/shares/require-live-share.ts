import 'server-only'
import type { Tx } from '#lib/db/client.ts'
import { findShare } from '#lib/db/shares.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { actorOnCard, type Caller } from '#lib/domain/caller.ts'

/** Throws `not_found` for somebody whose share of a card has ended since the request began. Buyers pass. */
export async function requireLiveShare(caller: Caller, card: { id: string; orderId: string }, tx?: Tx): Promise<void> {
  const [kind, shareId = ''] = actorOnCard(caller, card).split(':')
  if (kind !== 'share') return
  if ((await findShare(shareId, tx))?.endedAt !== null) throw new AppError('not_found', 'The share has ended.')
}
