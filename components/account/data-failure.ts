import { toFailure } from '#lib/client/ask.ts'

/** Why a copy or a deletion was refused, as words know it. */
export function dataFailure(error: unknown): 'proof' | 'typed' | 'under_way' | 'other' {
  const { reason } = toFailure(error).details

  return (['proof', 'typed', 'under_way'] as const).find((known) => known === reason) ?? 'other'
}
