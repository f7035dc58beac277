import { z } from 'zod'
import { CLEAN_CHECKS, TIMERS } from '#lib/core/rules/timers.ts'

/** Everything the decision about an attempt of unknown fate rests on. Ages are unscaled milliseconds since the call. */
export type UnknownDetails = {
  /** Orders under our reference that fit and are claimed by nobody. */
  fits: number
  /** Orders under our reference that do not fit what was ordered. */
  misfits: number
  /** Clean looks that found nothing, this one included: query answered, both controls good. */
  cleanLooks: number
  isCleanCheck: boolean
  ageMs: number
  /** Earlier attempts of the item that were found absent. */
  absentBefore: number
  /** Since when money for the item is proven. */
  paidForMs: number
  isCancelRequested: boolean
  canLookUp: boolean
  areBreakersClosed: boolean
  /** The provider refused, and only one look stands between that and believing it. */
  isRefusal: boolean
  /** A worker noted, after it had lost the item, that its call never left. */
  isProvenUnsent: boolean
}

export type UnknownDecision =
  | { action: 'adopt' }
  | { action: 'adopt_first' }
  | { action: 'retry'; reason: 'absent' | 'not_sent' }
  | { action: 'refund'; reason: 'not_placed' | 'not_accepted' | 'no_answer' | 'cancelled' }
  | { action: 'hold'; reason: 'misfit' | 'no_look_up' }
  | { action: 'wait' }

/**
 * Returns what is done about an attempt whose call may have bought.
 *
 * A hit is adopted; nothing is placed again before it is as good as proven that there is no order, and never without a
 * look-up that works.
 */
export function decideUnknown(facts: UnknownDetails): UnknownDecision {
  if (facts.fits > 1) return { action: 'adopt_first' }
  if (facts.fits === 1) return { action: 'adopt' }
  if (facts.misfits > 0) return { action: 'hold', reason: 'misfit' }
  if (facts.isProvenUnsent) return retryOrRefund(facts, 'not_sent')
  const isOver = facts.ageMs >= TIMERS.unknownEndsAfter
  if (!facts.canLookUp) return isOver ? { action: 'hold', reason: 'no_look_up' } : { action: 'wait' }
  if (facts.isRefusal && facts.isCleanCheck && facts.ageMs >= TIMERS.checkBeforeRejection) {
    return { action: 'refund', reason: 'not_accepted' }
  }
  const isAbsent =
    facts.isCleanCheck &&
    facts.cleanLooks >= CLEAN_CHECKS &&
    facts.ageMs >= TIMERS.absentAfter &&
    facts.areBreakersClosed
  if (isAbsent) return retryOrRefund(facts, 'absent')

  return isOver ? { action: 'refund', reason: 'no_answer' } : { action: 'wait' }
}

function retryOrRefund(facts: UnknownDetails, reason: 'absent' | 'not_sent'): UnknownDecision {
  if (facts.isCancelRequested) return { action: 'refund', reason: 'cancelled' }
  const isTooLate = facts.paidForMs >= TIMERS.oneMoreTryWithin
  const isSecondTime = reason === 'absent' && facts.absentBefore > 0

  return isTooLate || isSecondTime ? { action: 'refund', reason: 'not_placed' } : { action: 'retry', reason }
}

/** What is known about finding orders by our own reference, and the failures in a row that count against it. */
export type LookUpProof = {
  lookup: 'unproven' | 'yes' | 'no'
  negativeFailures: number
  positiveFailures: number
  /** When an order of ours was last found by its reference, `null` when it never was. */
  positiveAt: string | null
}

/** How one control ended. `open` proves nothing either way. */
export type ControlResult = 'good' | 'failed' | 'open'

const evidenceSchema = z.object({
  negativeFailures: z.int().catch(0),
  positiveFailures: z.int().catch(0),
  positiveAt: z.string().nullable().catch(null),
})

/** Reads the proof from the stored capability and its evidence. */
export function toLookUpProof(lookup: LookUpProof['lookup'], evidence: unknown): LookUpProof {
  const read = evidenceSchema.safeParse(evidence ?? {})

  return { lookup, ...(read.success ? read.data : { negativeFailures: 0, positiveFailures: 0, positiveAt: null }) }
}

/**
 * Returns the proof after a pair of controls: proven when both are good, disproven when one failed twice in a row.
 *
 * A disproven look-up stays so until the settings change: an answer that is right now and then is not one to build on.
 */
export function afterControls(
  proof: LookUpProof,
  controls: { negative: ControlResult; positive: ControlResult; at: Date },
): LookUpProof {
  const negativeFailures = nextCount(proof.negativeFailures, controls.negative)
  const positiveFailures = nextCount(proof.positiveFailures, controls.positive)
  const positiveAt = controls.positive === 'good' ? controls.at.toISOString() : proof.positiveAt
  const isDisproven = proof.lookup === 'no' || negativeFailures >= 2 || positiveFailures >= 2
  const isProven = controls.negative === 'good' && controls.positive === 'good'

  return {
    lookup: isDisproven ? 'no' : isProven ? 'yes' : proof.lookup,
    negativeFailures,
    positiveFailures,
    positiveAt,
  }
}

function nextCount(count: number, result: ControlResult): number {
  if (result === 'open') return count

  return result === 'good' ? 0 : count + 1
}
