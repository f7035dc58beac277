import 'server-only'
import { createHash } from 'node:crypto'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { classifyPlacement, type PlacementOutcome, type Settled } from '#lib/orders/rules/order-outcome.ts'
import { isFiled } from '#lib/provider/repository/capabilities.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import type { ProviderOrder } from '#lib/provider/rules/provider-order.ts'

/** The words of an answer that stands in no list, by which equal ones are told. */
export type UnlistedAnswer = { messageHash: string; message: string }

/**
 * Returns what is known after an order call, with what people have learned about answers that stand in no list. A filed
 * one counts as a refusal after one look that finds nothing; everything else unlisted stays unknown.
 */
export async function judgeAnswer(
  settled: Settled<ProviderOrder>,
): Promise<{ outcome: PlacementOutcome; answer: UnlistedAnswer | null }> {
  const outcome = classifyPlacement(settled)
  if (outcome.class !== 'UNKNOWN' || outcome.code === null || !('error' in settled)) return { outcome, answer: null }
  const answer = toAnswer(settled.error)
  const { code } = outcome
  if (!(await isFiled({ endpoint: 'placeOrder', code, messageHash: answer.messageHash }))) return { outcome, answer }

  return { outcome: { class: 'REJECTED', code, reason: 'filed', lookAfterMs: TIMERS.lookBeforeRejection }, answer }
}

function toAnswer(error: unknown): UnlistedAnswer {
  const text = isProviderFailure(error) && 'providerText' in error ? error.providerText : null
  const message = typeof text === 'string' ? text : ''

  return { message, messageHash: createHash('sha256').update(message).digest('hex').slice(0, 32) }
}
