import { createHash } from 'node:crypto'

/** SHA-256 of a bearer token, hex: what the database keeps in the place of the token itself. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex')
}
