import type { CancelRule } from '#lib/settings/rules/shop.ts'

/**
 * What the provider said last about an eSIM. `null` for a value that it did not report; a date of `null`: never asked.
 *
 * `readAt` belongs to the order with its plans, `signalReadAt` to the eSIM's own status.
 */
export type RefundEsim = {
  readAt: Date | null
  orderStatus: number | null
  usedMb: number | null
  startedAt: Date | null
  signalReadAt: Date | null
  hasInstallSignal: boolean | null
}

/** Everything the answer about one eSIM rests on. Dates are instants in UTC. */
export type RefundDetails = {
  cancelState: 'none' | 'running' | 'returned' | 'refused'
  isDisputed: boolean
  isTopUp: boolean
  /** A plan was put on the eSIM after it was sold, or is being put on it. */
  isToppedUp: boolean
  /** When a person chose to end the right to cancel, `null` when nobody did. */
  lockedAt: Date | null
  isRefetched: boolean
  revealedAt: Date | null
  purchasedAt: Date
  /** The last moment to install, `null` when the network gives none. */
  installBefore: Date | null
  rule: CancelRule
  esim: RefundEsim
}

/** The store's own terms. `afterReveal`: what the reveal does to the answer. */
export type RefundPolicy = { days: number; afterReveal: 'no' | 'ask' | 'ignore'; freshForMs: number }

/** The terms for an answer that is only shown: what the network said within a day is good enough. */
export const SHOWN_POLICY: RefundPolicy = { days: 30, afterReveal: 'ask', freshForMs: 24 * 3_600_000 }

/** The terms for an answer that is acted on at once. */
export const ACTED_POLICY: RefundPolicy = { ...SHOWN_POLICY, freshForMs: 60_000 }

export type RefundReason =
  | 'returned'
  | 'return_running'
  | 'refused_before'
  | 'disputed'
  | 'top_up'
  | 'topped_up'
  | 'locked'
  | 'rule_never'
  | 'past_window'
  | 'data_used'
  | 'started'
  | 'install_signal'
  | 'revealed'
  | 'refetched'
  | 'rule_unknown'
  | 'status_unknown'
  | 'facts_missing'
  | 'facts_stale'

/** `yes` until a date, `no` for reasons, or `ask`: only the network can tell, and its word is shown as it comes. */
export type RefundAnswer =
  | { answer: 'yes'; until: Date; reasons: [] }
  | { answer: 'no' | 'ask'; until: null; reasons: RefundReason[] }

const DAY_MS = 86_400_000
const ACTIVE = 0
const PARTLY_CANCELLED = 4

/**
 * Returns whether an eSIM can be cancelled. `no` beats `ask` beats `yes`; what is not known never becomes `yes`.
 *
 * The same answer serves the page that shows it and the step that acts on it; they differ in how old facts may be.
 */
export function refundAnswer(facts: RefundDetails, policy: RefundPolicy, now: Date): RefundAnswer {
  const windowEnd = new Date(facts.purchasedAt.getTime() + policy.days * DAY_MS)
  const refusals = refusalsOf(facts, policy, { now, windowEnd })
  if (refusals.length > 0) return { answer: 'no', until: null, reasons: refusals }
  const doubts = doubtsOf(facts, policy, now)
  if (doubts.length > 0) return { answer: 'ask', until: null, reasons: doubts }
  const { installBefore } = facts
  const until = installBefore && installBefore < windowEnd ? installBefore : windowEnd

  return { answer: 'yes', until, reasons: [] }
}

/**
 * Returns the answer that an eSIM of a plan has when it has just been bought: what is told of the plan before the sale.
 *
 * It is the answer of `refundAnswer` to an eSIM that nobody has installed or used, and nobody shown but by mail.
 */
export function answerWhenBought({
  rule,
  isTopUp,
  now,
}: {
  rule: CancelRule
  isTopUp: boolean
  now: Date
}): RefundAnswer {
  const facts: RefundDetails = {
    cancelState: 'none',
    isDisputed: false,
    isTopUp,
    isToppedUp: false,
    lockedAt: null,
    isRefetched: false,
    revealedAt: rule === 'code_mailed' ? now : null,
    purchasedAt: now,
    installBefore: null,
    rule,
    esim: {
      readAt: now,
      orderStatus: ACTIVE,
      usedMb: 0,
      startedAt: null,
      signalReadAt: now,
      hasInstallSignal: false,
    },
  }

  return refundAnswer(facts, SHOWN_POLICY, now)
}

type Moment = { now: Date; windowEnd: Date }

function refusalsOf(facts: RefundDetails, policy: RefundPolicy, { now, windowEnd }: Moment): RefundReason[] {
  const { esim, rule } = facts
  const isRevealed = facts.revealedAt !== null
  const isInstalled = rule === 'allowed_until_install' && esim.hasInstallSignal === true && isRevealed
  const hasRunOut = facts.installBefore !== null && facts.installBefore <= now
  const checks: [RefundReason, boolean][] = [
    ['returned', facts.cancelState === 'returned'],
    ['return_running', facts.cancelState === 'running'],
    ['refused_before', facts.cancelState === 'refused'],
    ['disputed', facts.isDisputed],
    ['top_up', facts.isTopUp],
    ['topped_up', facts.isToppedUp],
    ['locked', facts.lockedAt !== null],
    ['rule_never', rule === 'never'],
    ['past_window', windowEnd <= now || hasRunOut],
    ['data_used', (esim.usedMb ?? 0) > 0],
    ['started', esim.startedAt !== null],
    ['install_signal', isInstalled],
    ['revealed', isRevealed && policy.afterReveal === 'no'],
  ]

  return checks.filter(([, applies]) => applies).map(([reason]) => reason)
}

function doubtsOf({ esim, ...facts }: RefundDetails, policy: RefundPolicy, now: Date): RefundReason[] {
  const asksForSignal = facts.rule === 'allowed_until_install'
  const readings = asksForSignal ? [esim.readAt, esim.signalReadAt] : [esim.readAt]
  const isSignalMissing = asksForSignal && (esim.hasInstallSignal === null || esim.signalReadAt === null)
  const isStale = readings.some((at) => at !== null && now.getTime() - at.getTime() > policy.freshForMs)
  const isKnownStatus = esim.orderStatus === ACTIVE || esim.orderStatus === PARTLY_CANCELLED
  const isMissing = esim.readAt === null || esim.usedMb === null || esim.orderStatus === null
  const checks: [RefundReason, boolean][] = [
    ['install_signal', asksForSignal && esim.hasInstallSignal === true],
    ['revealed', facts.revealedAt !== null && policy.afterReveal === 'ask'],
    ['refetched', facts.isRefetched],
    ['rule_unknown', facts.rule === 'unknown'],
    ['facts_missing', isMissing || isSignalMissing],
    ['status_unknown', esim.readAt !== null && esim.orderStatus !== null && !isKnownStatus],
    ['facts_stale', isStale],
  ]

  return checks.filter(([, applies]) => applies).map(([reason]) => reason)
}

/**
 * A fact that an answer rests on, as text, with its age in milliseconds; `null` for what is known without a reading.
 */
export type AnswerDetail = { name: string; value: string | null; ageMs: number | null }

/** Returns the facts behind the answer about an eSIM, for a person to read. `null` stands for "not reported". */
export function answerDetails({ esim, ...facts }: RefundDetails, now: Date): AnswerDetail[] {
  const ageMs = esim.readAt && now.getTime() - esim.readAt.getTime()
  const signalAgeMs = esim.signalReadAt && now.getTime() - esim.signalReadAt.getTime()
  const undated = (name: string, value: string | null): AnswerDetail => ({ name, value, ageMs: null })

  return [
    undated('return', facts.cancelState),
    undated('purchased_at', facts.purchasedAt.toISOString()),
    undated('install_before', facts.installBefore?.toISOString() ?? null),
    undated('revealed_at', facts.revealedAt?.toISOString() ?? null),
    undated('locked_at', facts.lockedAt?.toISOString() ?? null),
    undated('refetched', String(facts.isRefetched)),
    undated('disputed', String(facts.isDisputed)),
    undated('rule', facts.rule),
    { name: 'order_status', value: textOf(esim.orderStatus), ageMs },
    { name: 'used_mb', value: textOf(esim.usedMb), ageMs },
    { name: 'started_at', value: esim.startedAt?.toISOString() ?? null, ageMs },
    { name: 'install_signal', value: textOf(esim.hasInstallSignal), ageMs: signalAgeMs },
  ]
}

function textOf(value: number | boolean | null): string | null {
  return value === null ? null : String(value)
}
