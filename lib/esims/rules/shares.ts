import type { ItemView } from '#lib/settings/rules/shop.ts'

/** So many wrong PINs close a share. */
export const MAX_WRONG_PINS = 5

/** How a share ended. */
export const SHARE_ENDS = ['taken_back', 'swapped', 'closed', 'expired'] as const
export type ShareEnd = (typeof SHARE_ENDS)[number]

/** How far a share is: the link is out, the PIN was typed, the code was opened, data was used; or how it ended. */
export type ShareState = 'sent' | 'opened' | 'revealed' | 'first_data' | ShareEnd

/** A share as its buyer sees it. Neither link nor PIN is in it: both are shown once. */
export type ShareView = { id: string; state: ShareState; madeAt: Date; expiresAt: Date; endedAt: Date | null }

/** What is stored of a share, for telling its state. */
export type ShareRow = {
  createdAt: Date
  expiresAt: Date
  openedAt: Date | null
  endedAt: Date | null
  endReason: string | null
}

/** Returns how far a share is. What the phone did counts before what was pressed. */
export function shareState(
  share: ShareRow,
  { isRevealed, hasData, now }: { isRevealed: boolean; hasData: boolean; now: Date },
): ShareState {
  const end = endOf(share, now)
  if (end) return end
  if (hasData) return 'first_data'
  if (isRevealed) return 'revealed'

  return share.openedAt ? 'opened' : 'sent'
}

/** Returns how a share ended, `null` while it opens its eSIM. */
export function endOf({ endedAt, endReason, expiresAt }: ShareRow, now: Date): ShareEnd | null {
  if (endedAt) return SHARE_ENDS.find((known) => known === endReason) ?? 'taken_back'

  return expiresAt <= now ? 'expired' : null
}

/** Tells whether a share still opens its eSIM. */
export function isLive({ state }: ShareView): boolean {
  return !(SHARE_ENDS as readonly string[]).includes(state)
}

/** What was bought, without what it cost or what else was bought with it. */
export type PlanView = Pick<
  ItemView,
  'destination' | 'amount' | 'term' | 'days' | 'startDate' | 'networks' | 'words' | 'canTopUp' | 'startsAtOnce'
>
