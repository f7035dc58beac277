/** Where an eSIM stands for its owner. */
export const OWN_GROUPS = ['to_install', 'in_use', 'ended'] as const
type OwnGroup = (typeof OWN_GROUPS)[number]

type Details = {
  wentBack: boolean
  hasBegun: boolean
  installBy: Date | null
  endsAt: Date | null
  expiresAt: Date | null
  now: Date
}

/** Returns where an eSIM stands. One that nobody began in time has ended as well. */
export function groupOf({ wentBack, hasBegun, installBy, endsAt, expiresAt, now }: Details): OwnGroup {
  const isOver = (at: Date | null) => at !== null && at <= now
  if (wentBack || isOver(endsAt) || isOver(expiresAt)) return 'ended'
  if (hasBegun) return 'in_use'

  return isOver(installBy) ? 'ended' : 'to_install'
}

type Dated = { group: OwnGroup; installBy: Date | null; endsAt: Date | null }

/** Puts what ends first at the top; what has no date comes last. */
export function byDeadline(one: Dated, other: Dated): number {
  const at = ({ group, installBy, endsAt }: Dated) =>
    (group === 'to_install' ? installBy : endsAt)?.getTime() ?? Number.MAX_SAFE_INTEGER

  return at(one) - at(other)
}
