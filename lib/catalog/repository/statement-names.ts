import 'server-only'
import { createHash } from 'node:crypto'

// Each connection of the pool, and the server behind it, keeps every name for as long as it lives.
const MAX_NAMES = 1_000

const names = new Map<string, string>()

/**
 * The name under which a connection asks the server for a statement it has sent before, so that it is parsed once.
 *
 * Empty, which is no name, for what comes after the first thousand texts: lists of every length are each a text of
 * their own.
 */
export function statementName(sql: string): string {
  const known = names.get(sql)
  if (known !== undefined) return known
  if (names.size >= MAX_NAMES) return ''
  const name = `s_${createHash('sha256').update(sql).digest('base64url').slice(0, 24)}`
  names.set(sql, name)

  return name
}
