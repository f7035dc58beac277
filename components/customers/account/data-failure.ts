import { toFailure } from '#lib/core/client/ask.ts'

/** Why a copy or a deletion was refused, as words know it; `null` when the customer left the question who it is. */
export function dataFailure(error: unknown): 'typed' | 'under_way' | 'other' | null {
  const { reason } = toFailure(error).details
  if (reason === 'declined') return null

  return (['typed', 'under_way'] as const).find((known) => known === reason) ?? 'other'
}
