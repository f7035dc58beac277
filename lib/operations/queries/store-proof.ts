import 'server-only'
import { readDeliveries } from '#lib/operations/repository/admin-today.ts'
import { getAnswerTimeMs } from '#lib/orders/queries/answer-time.ts'
import type { StoreProof } from '#lib/settings/rules/store-status.ts'

const MONTH_MS = 30 * 86_400_000
// Of fewer nobody can say what is usual.
const FEWEST = 20

/** Reads how long half of the eSIMs and half of the answers took at most. */
export async function getStoreProof(mode: string, fewest = FEWEST): Promise<StoreProof> {
  const now = new Date()
  const month = { from: new Date(now.getTime() - MONTH_MS), until: now }
  const [deliveries, answerMs] = await Promise.all([readDeliveries(month, mode), getAnswerTimeMs(now)])

  return { deliveryMs: deliveries.lines >= fewest ? deliveries.medianMs : null, answerMs }
}
