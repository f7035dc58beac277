import { AppError } from '#lib/core/rules/app-error.ts'

/** Whose second factors: those of a member of staff or of a customer. */
export type FactorHolder = { staffId: string } | { accountId: string }

/** The id behind a holder, which no two share. */
export function holderId(holder: FactorHolder): string {
  return 'staffId' in holder ? holder.staffId : holder.accountId
}

const FRESH_MS = 10 * 60_000

/**
 * Throws `forbidden` with `reason: 'prove_again'` unless the person signed in, or showed again who they are, within the last
 * ten minutes. For acts that somebody at an unlocked screen must not be able to do.
 */
export function assertFreshProof({ provenAt }: { provenAt: Date }, now = Date.now()): void {
  if (now - provenAt.getTime() <= FRESH_MS) return
  throw new AppError('forbidden', 'A proof of who this is is asked for again.', { reason: 'prove_again' })
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 6
// Codes of release 0.1, which are not made any more and work until new ones are.
const FORMER_GROUPS = 4
const GROUP = 4

/** How many recovery codes a member of staff gets at once. */
export const RECOVERY_CODES = 10

/** Returns new recovery codes such as `7Q2K-0M4R-9XZA-41CD-B8TN-5HWE`: 120 random bits each, enough for a plain hash. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newCode)
}

/** Reads a recovery code as it may be typed: any case, any separator, O for 0, I and L for 1. `null` for other texts. */
export function readRecoveryCode(typed: string): string | null {
  const bare = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  const isLong = bare.length === GROUPS * GROUP || bare.length === FORMER_GROUPS * GROUP
  if (!isLong || ![...bare].every((letter) => ALPHABET.includes(letter))) return null

  return grouped(bare)
}

function newCode(): string {
  // 256 is a multiple of 32, so the low five bits of a random byte are evenly spread.
  const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP))

  return grouped(Array.from(bytes, (byte) => ALPHABET.charAt(byte & 31)).join(''))
}

function grouped(bare: string): string {
  return (bare.match(/.{4}/g) ?? []).join('-')
}
