import { COMPANY_LENGTHS, type CompanyData } from '#lib/core/rules/company.ts'

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

/** How long the fields of a profile may be. */
export const PROFILE_LENGTHS = { name: 80, ...COMPANY_LENGTHS } as const

/** What a customer says about themselves. `homeZone` is `null` where the browser's is meant. */
export type Profile = CompanyData & { name: string; locale: string; homeZone: string | null }
