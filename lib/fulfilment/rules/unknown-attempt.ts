import { CLEAN_LOOKS, TIMERS } from '#lib/core/rules/timers.ts'

/** Everything the decision about an attempt of unknown fate rests on. Ages are unscaled milliseconds since the call. */
export type UnknownFacts = {
  /** Orders under our reference that fit and are claimed by nobody. */
  fits: number
  /** Orders under our reference that do not fit what was ordered. */
  misfits: number
  /** Clean looks that found nothing, this one included: query answered, both controls good. */
  cleanLooks: number
  isCleanLook: boolean
  ageMs: number
  /** Earlier attempts of the item that were found absent. */
  absentBefore: number
  /** Since when money for the item is proven. */
  paidForMs: number
  isCancelAsked: boolean
  canLookUp: boolean
  areBreakersClosed: boolean
  /** The provider refused, and only one look stands between that and believing it. */
  isRefusal: boolean
  /** A worker noted, after it had lost the item, that its call never left. */
  isProvenUnsent: boolean
}

export type UnknownDecision =
  | { act: 'adopt' }
  | { act: 'adopt_first' }
  | { act: 'retry'; reason: 'absent' | 'not_sent' }
  | { act: 'refund'; reason: 'not_placed' | 'not_accepted' | 'no_answer' | 'cancelled' }
  | { act: 'hold'; reason: 'misfit' | 'no_look_up' }
  | { act: 'wait' }

/**
 * Returns what is done about an attempt whose call may have bought.
 *
 * A hit is adopted; nothing is placed again before it is as good as proven that there is no order, and never without a
 * look-up that works.
 */
export function decideUnknown(facts: UnknownFacts): UnknownDecision {
  if (facts.fits > 1) return { act: 'adopt_first' }
  if (facts.fits === 1) return { act: 'adopt' }
  if (facts.misfits > 0) return { act: 'hold', reason: 'misfit' }
  if (facts.isProvenUnsent) return retryOrRefund(facts, 'not_sent')
  const isOver = facts.ageMs >= TIMERS.unknownEndsAfter
  if (!facts.canLookUp) return isOver ? { act: 'hold', reason: 'no_look_up' } : { act: 'wait' }
  if (facts.isRefusal && facts.isCleanLook && facts.ageMs >= TIMERS.lookBeforeRejection) {
    return { act: 'refund', reason: 'not_accepted' }
  }
  const isAbsent =
    facts.isCleanLook && facts.cleanLooks >= CLEAN_LOOKS && facts.ageMs >= TIMERS.absentAfter && facts.areBreakersClosed
  if (isAbsent) return retryOrRefund(facts, 'absent')

  return isOver ? { act: 'refund', reason: 'no_answer' } : { act: 'wait' }
}

function retryOrRefund(facts: UnknownFacts, reason: 'absent' | 'not_sent'): UnknownDecision {
  if (facts.isCancelAsked) return { act: 'refund', reason: 'cancelled' }
  const isTooLate = facts.paidForMs >= TIMERS.oneMoreTryWithin
  const isSecondTime = reason === 'absent' && facts.absentBefore > 0

  return isTooLate || isSecondTime ? { act: 'refund', reason: 'not_placed' } : { act: 'retry', reason }
}
