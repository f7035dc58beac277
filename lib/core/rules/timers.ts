const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Every waiting time of a sale, in milliseconds of real time. A trial store divides them by its time scale. */
export const TIMERS = {
  lease: 120 * SECOND,
  heartbeat: 20 * SECOND,
  /** Longer between the note "sent" and the first byte, and nothing is sent. */
  sendWithin: 10 * SECOND,
  readingsAreFresh: 60 * SECOND,
  offerLasts: 15 * MINUTE,
  readyTooLong: 60 * SECOND,
  cartCapture: 20 * SECOND,
  checkBeforeRejection: 60 * SECOND,
  /** Looks one after the other prove no more than one: so far apart are those that an outage cost, or a person asks for. */
  missedCheck: 150 * SECOND,
  absentAfter: 30 * MINUTE,
  refundOfferAfter: 30 * MINUTE,
  oneMoreTryWithin: 2 * HOUR,
  unknownEndsAfter: DAY,
  watch: 14 * DAY,
  fetchGivesUpAfter: 2 * HOUR,
  cancelOpenFor: HOUR,
  tokenTroubleFor: 2 * HOUR,
  positiveControlEvery: HOUR,
  sessionGrace: 5 * SECOND,
  intendedGrace: 30 * SECOND,
  pollAfterEnd: 10 * MINUTE,
  abandonedReminder: HOUR,
  /** So long the mail about a part of an order waits for the rest: its buyer waits too. */
  readyTogether: 60 * SECOND,
  placementRetry: 15 * SECOND,
  /** A line that found no place is called when one is free; this is for a place whose holder died. */
  slotPause: 10 * SECOND,
  safetyNet: 30 * SECOND,
  strangeAnswersWithin: 10 * MINUTE,
  breakerPatience: 15 * MINUTE,
} as const

const CHECKS = [5 * SECOND, 15 * SECOND, 45 * SECOND, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE]
const UNANSWERED_CHECK = 30 * SECOND

/** So many looks must have found nothing before an order is believed to be absent. */
export const CLEAN_CHECKS = 5
const POLLS = [10 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE]
const CANCEL_CHECKS = [0, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE]
const MAIL_RETRIES = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR]
// Three days and more, closer together than a night: a server that is back is not kept waiting for half a day.
const OUTAGE_RETRIES = [...MAIL_RETRIES.slice(0, 4), 2 * HOUR, ...Array.from({ length: 18 }, () => 4 * HOUR)]

/** Returns by how much a store shortens its waiting times: a live one never does. */
export function timeScaleOf(store: { STORE_MODE: string; TIME_SCALE: number }): number {
  return store.STORE_MODE === 'live' ? 1 : Math.max(1, store.TIME_SCALE)
}

/**
 * Returns when the next look for an order of unknown fate is due, in milliseconds after the call.
 *
 * Eight looks in the first half hour, then hourly to 24 hours, then daily.
 */
export function nextCheckAge(ageMs: number): number {
  const early = CHECKS.find((at) => at > ageMs)
  if (early !== undefined) return early
  if (ageMs < DAY) return Math.floor(ageMs / HOUR + 1) * HOUR

  return Math.floor(ageMs / DAY + 1) * DAY
}

/**
 * Returns the pause before the next look, in milliseconds. A look that got no answer is repeated soon, and looks that an
 * outage cost are made up for: an order of unknown fate waits for the network, not for the hour.
 */
export function pauseBeforeCheck(attempt: { ageMs: number; cleanLooks: number; isAnswered: boolean }): number {
  const { ageMs, cleanLooks, isAnswered } = attempt
  const onSchedule = nextCheckAge(ageMs) - ageMs
  if (!isAnswered) return Math.min(onSchedule, UNANSWERED_CHECK)
  const isBehind = cleanLooks < CLEAN_CHECKS && cleanLooks < CHECKS.filter((at) => at <= ageMs).length

  return isBehind ? Math.min(onSchedule, TIMERS.missedCheck) : onSchedule
}

/** Returns the pause before poll number `polls` (from 0) of an open payment: 10 s, 30 s, 2 min, 5 min, then 10 min. */
export function pollPause(polls: number): number {
  return POLLS[polls] ?? 10 * MINUTE
}

/**
 * Returns the pause before look number `checks` (from 0) at an order whose cancellation was asked for. A look that got no
 * answer is repeated soon.
 */
export function cancelCheckPause(checks: number, { isAnswered = true } = {}): number {
  const onSchedule = CANCEL_CHECKS[checks] ?? HOUR

  return isAnswered ? onSchedule : Math.min(onSchedule, UNANSWERED_CHECK)
}

/**
 * Returns the pause before the next try of a mail, `null` when it has been tried often enough: after days where its server
 * is the trouble, after hours where it is the mail.
 */
export function mailPause(tries: number, { isOutage = false } = {}): number | null {
  return (isOutage ? OUTAGE_RETRIES : MAIL_RETRIES)[tries - 1] ?? null
}

/** Returns a growing pause, `base` doubled for each failure so far and at most `cap`. */
export function backoff(failures: number, { base, cap }: { base: number; cap: number }): number {
  return Math.min(cap, base * 2 ** Math.min(failures, 20))
}
