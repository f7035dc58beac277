import { AppError } from '#lib/core/rules/app-error.ts'

const FRESH_MS = 10 * 60_000

/**
 * Throws `forbidden` with `reason: 'prove_again'` unless the person signed in, or showed again who they are, within the last
 * ten minutes. For acts that somebody at an unlocked screen must not be able to do.
 */
export function assertFreshProof({ provenAt }: { provenAt: Date }, now = Date.now()): void {
  if (now - provenAt.getTime() <= FRESH_MS) return
  throw new AppError('forbidden', 'A proof of who this is is asked for again.', { reason: 'prove_again' })
}
