import type { LineState } from '#lib/orders/rules/line-states.ts'
import type { LookTimes } from '#lib/settings/rules/shop.ts'

/** What must be read of a line to tell when the network was asked about it. */
export const LOOK_COLUMNS = {
  nextActionAt: true,
  leaseUntil: true,
  attempts: { where: { state: 'UNKNOWN' }, orderBy: { n: 'desc' }, take: 1, select: { lastLookAt: true } },
} as const

type Looked = {
  state: LineState
  nextActionAt: Date | null
  leaseUntil: Date | null
  attempts: { lastLookAt: Date | null }[]
}

/** When the network was last asked for a line of unknown fate, and when it is asked next. `null` before the first look. */
export function lookTimesOf(line: Looked, now: Date): LookTimes | null {
  const lastAt = line.attempts[0]?.lastLookAt ?? null
  if (line.state !== 'UNKNOWN' || lastAt === null) return null
  // While a worker holds the line, its next action is the end of the lease, not a look.
  const isHeld = line.leaseUntil !== null && line.leaseUntil > now
  const isComing = line.nextActionAt !== null && line.nextActionAt > now

  return { lastAt, nextAt: isHeld || !isComing ? null : line.nextActionAt }
}
