/** Why an eSIM cannot be cancelled, in the order in which the reasons are told. */
const REASONS = [
  'disputed',
  'top_up',
  'topped_up',
  'locked',
  'rule_never',
  'past_window',
  'data_used',
  'started',
  'install_signal',
  'revealed',
] as const

/** Returns the first reason that stands against it: the rest says no more to its reader. */
export function refusalReason({ reasons }: { reasons: readonly string[] }): (typeof REASONS)[number] | 'other' {
  return REASONS.find((reason) => reasons.includes(reason)) ?? 'other'
}
