/** What a person has decided about the exact wording of a plan's rule. A wording nobody has read is `unknown`. */
export type CancelRule = 'allowed_until_install' | 'allowed_until_use' | 'never' | 'unknown'

/** What the upstream said last about a card. `null` for a value that it did not report; `readAt` null: never asked. */
export type CardFacts = {
  readAt: Date | null
  orderStatus: number | null
  usedMb: number | null
  startedAt: Date | null
  hasInstallSignal: boolean
}

/** Everything the answer about one card rests on. Dates are instants in UTC. */
export type RefundFacts = {
  cancelState: 'none' | 'running' | 'returned'
  isDisputed: boolean
  isTopUp: boolean
  /** When a person chose to end the right to cancel, `null` when nobody did. */
  lockedAt: Date | null
  isRefetched: boolean
  revealedAt: Date | null
  purchasedAt: Date
  /** The last moment to install, `null` when the network gives none. */
  installBefore: Date | null
  rule: CancelRule
  card: CardFacts
}

/** The store's own terms. `afterReveal`: what the reveal does to the answer. */
export type RefundPolicy = { days: number; afterReveal: 'no' | 'ask' | 'ignore'; freshForMs: number }

export type RefundReason =
  | 'returned'
  | 'return_running'
  | 'disputed'
  | 'top_up'
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
 * Returns whether a card can be given back. `no` beats `ask` beats `yes`; what is not known never becomes `yes`.
 *
 * The same answer serves the page that shows it and the step that acts on it; they differ in how old facts may be.
 */
export function refundAnswer(facts: RefundFacts, policy: RefundPolicy, now: Date): RefundAnswer {
  const windowEnd = new Date(facts.purchasedAt.getTime() + policy.days * DAY_MS)
  const refusals = refusalsOf(facts, policy, { now, windowEnd })
  if (refusals.length > 0) return { answer: 'no', until: null, reasons: refusals }
  const doubts = doubtsOf(facts, policy, now)
  if (doubts.length > 0) return { answer: 'ask', until: null, reasons: doubts }
  const { installBefore } = facts
  const until = installBefore && installBefore < windowEnd ? installBefore : windowEnd

  return { answer: 'yes', until, reasons: [] }
}

type Moment = { now: Date; windowEnd: Date }

function refusalsOf(facts: RefundFacts, policy: RefundPolicy, { now, windowEnd }: Moment): RefundReason[] {
  const { card, rule } = facts
  const isRevealed = facts.revealedAt !== null
  const isInstalled = rule === 'allowed_until_install' && card.hasInstallSignal && isRevealed
  const hasRunOut = facts.installBefore !== null && facts.installBefore <= now
  const checks: [RefundReason, boolean][] = [
    ['returned', facts.cancelState === 'returned'],
    ['return_running', facts.cancelState === 'running'],
    ['disputed', facts.isDisputed],
    ['top_up', facts.isTopUp],
    ['locked', facts.lockedAt !== null],
    ['rule_never', rule === 'never'],
    ['past_window', windowEnd <= now || hasRunOut],
    ['data_used', (card.usedMb ?? 0) > 0],
    ['started', card.startedAt !== null],
    ['install_signal', isInstalled],
    ['revealed', isRevealed && policy.afterReveal === 'no'],
  ]

  return checks.filter(([, holds]) => holds).map(([reason]) => reason)
}

function doubtsOf({ card, ...facts }: RefundFacts, policy: RefundPolicy, now: Date): RefundReason[] {
  const isSignal = facts.rule === 'allowed_until_install' && card.hasInstallSignal
  const isStale = card.readAt !== null && now.getTime() - card.readAt.getTime() > policy.freshForMs
  const isKnownStatus = card.orderStatus === ACTIVE || card.orderStatus === PARTLY_CANCELLED
  const checks: [RefundReason, boolean][] = [
    ['install_signal', isSignal],
    ['revealed', facts.revealedAt !== null && policy.afterReveal === 'ask'],
    ['refetched', facts.isRefetched],
    ['rule_unknown', facts.rule === 'unknown'],
    ['facts_missing', card.readAt === null || card.usedMb === null || card.orderStatus === null],
    ['status_unknown', card.readAt !== null && card.orderStatus !== null && !isKnownStatus],
    ['facts_stale', isStale],
  ]

  return checks.filter(([, holds]) => holds).map(([reason]) => reason)
}
