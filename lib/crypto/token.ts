import { createHash, timingSafeEqual } from 'node:crypto'

/** SHA-256 of a bearer token, hex: what the database keeps in the place of the token itself. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex')
}

/** Compares two secrets in a time that does not tell where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(expected)))
}
