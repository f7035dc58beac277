import type { IncomingMessage } from 'node:http'
import type { Kind } from '#lib/server/app-map.ts'

const READING = ['GET', 'HEAD']
const METHODS: Record<'file' | 'page' | 'handler', string[]> = {
  file: READING,
  // No page takes a form: what changes something is a handler.
  page: READING,
  handler: [...READING, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
}

/** How large a body may be, in bytes; a test compares the exceptions with what the handlers themselves take. */
export const BODY_BYTES = 64 * 1024
export const LARGER_BODIES: { address: RegExp; bytes: number }[] = [
  { address: /^\/api\/admin\/settings\/(pictures|legal)$/, bytes: 400_000 },
  { address: /^\/api\/admin\/catalogue\/destinations\/[^/]+\/picture$/, bytes: 200_000 },
]

/** Why a request is not let in: its status, and the methods that would be. */
type Refusal = { status: 405 | 411 | 413; allow?: string }

/**
 * Judges a request by its head alone, before anything of its body is read: method and length have to fit what it asks for.
 *
 * A body has to say its length: one of unknown length would have to be counted while it is handed on.
 */
export function refusalOf(
  request: Pick<IncomingMessage, 'method' | 'headers'>,
  kind: Kind,
  path: string,
): Refusal | null {
  const { method = '', headers } = request
  const allowed = METHODS[kind ?? 'page']
  if (!allowed.includes(method)) return { status: 405, allow: allowed.join(', ') }
  if (headers['transfer-encoding'] !== undefined) return { status: READING.includes(method) ? 413 : 411 }

  return Number(headers['content-length'] ?? 0) > mostBytes(method, path) ? { status: 413 } : null
}

function mostBytes(method: string, path: string): number {
  if (READING.includes(method)) return 0

  return LARGER_BODIES.find(({ address }) => address.test(path))?.bytes ?? BODY_BYTES
}
