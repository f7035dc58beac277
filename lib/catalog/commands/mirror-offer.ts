import 'server-only'
import type { LivePlan } from '#lib/catalog/commands/live-plan.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'
import { findBreakers } from '#lib/provider/repository/breakers.ts'

// Two passes over the catalogue: what is older may have lost its price.
const FRESH_MS = 12 * 3_600_000

/**
 * Asks the network, and answers from the mirror instead while it is known to be silent: for a quarter of an hour, and for
 * plans that were read not long ago. Whatever is sold like this is asked about again before it is ordered.
 *
 * Throws like `ask`, and `till_closed` when the silence has lasted too long.
 */
export async function liveOrMirrored<Answer>(
  { sku }: Pick<LivePlan, 'sku'>,
  { ask, mirrored }: { ask: () => Promise<Answer>; mirrored: (readAt: Date) => Promise<Answer> | Answer },
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'upstream_unavailable') throw error
    const { openForMs } = (await findBreakers()).reads
    if (openForMs === null) throw error
    if (openForMs > scaled(TIMERS.breakerPatience)) {
      throw new AppError('till_closed', 'The till is closed: network_down.', { reason: 'network_down' })
    }
    const readAt = sku.plansReadAt
    if (!readAt || Date.now() - readAt.getTime() > FRESH_MS) throw error

    return mirrored(readAt)
  }
}
