/** An upstream order at one moment: its status, and the cards that it still lists. `null`: it could not be read. */
export type SeenOrder = { status: number | null; iccids: readonly string[] } | null

/** What is known when the proof of a return is looked for. `before` was read right before the call. */
export type ReturnReading = {
  asked: readonly string[]
  before: SeenOrder
  /** Whether our own call was answered with success. */
  isAccepted: boolean
  now: SeenOrder
}

const ACTIVE = 0
const CANCELLED = 2
const PARTLY_CANCELLED = 4

/**
 * Tells whether the order proves that the asked cards were taken back. Everything short of proof is `false`.
 *
 * Status 2 proves every card. Status 4 after 0 and our own success proves the asked ones unless they are still listed.
 * Any other way to 4 needs a list that names the remaining cards and none of the asked ones.
 */
export function isReturnProven({ asked, before, isAccepted, now }: ReturnReading): boolean {
  if (now?.status === CANCELLED) return true
  if (now?.status !== PARTLY_CANCELLED || before === null) return false
  const listed = new Set(now.iccids)
  if (asked.some((iccid) => listed.has(iccid))) return false
  if (before.status === ACTIVE && isAccepted) return true
  const listedBefore = new Set(before.iccids)
  const rest = before.iccids.filter((iccid) => !asked.includes(iccid))

  // An empty or shorter list says nothing: it must still name those that stay.
  return asked.every((iccid) => listedBefore.has(iccid)) && rest.length > 0 && rest.every((iccid) => listed.has(iccid))
}
