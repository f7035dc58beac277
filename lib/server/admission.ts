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
  { address: /^\/api\/admin\/settings\/languages\/[^/]+$/, bytes: 5_000_000 },
  { address: /^\/api\/admin\/catalogue\/destinations\/[^/]+\/picture$/, bytes: 200_000 },
  { address: /^\/api\/admin\/pricing\/currencies\/rates$/, bytes: 2_000_000 },
  { address: /^\/api\/admin\/guides(\/(pictures|preview|[^/]+\/[^/]+))?$/, bytes: 2_000_000 },
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

  return Number(headers['content-length'] ?? 0) > maxBytes(method, path) ? { status: 413 } : null
}

function maxBytes(method: string, path: string): number {
  if (READING.includes(method)) return 0

  return LARGER_BODIES.find(({ address }) => address.test(path))?.bytes ?? BODY_BYTES
}

/** Headers with which a visitor could steer the framework, or pretend to be one of our own processes. */
const STEERING =
  /^(content-security-policy(-report-only)?|x-nonce|x-landfall-local|next-resume|next-url-override|x-matched-path|(x-middleware|x-internal|x-invoke|x-nextjs|x-now|x-vercel|x-prerender)-.*)$/

const FORWARDING = /^(forwarded|x-real-ip|x-forwarded-.*)$/

const LOOPBACK = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/

/** Tells whether a request was begun on this machine, and not handed on by a proxy that stands on it. */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const isHandedOn = Object.keys(headers).some((name) => name === 'via' || FORWARDING.test(name))

  return !isHandedOn && LOOPBACK.test(socket.remoteAddress ?? '')
}

/** Removes what no visitor may send. Without a trusted proxy, the address of the connection is the only one believed. */
export function cleanInbound(request: IncomingMessage, { trustProxy }: { trustProxy: boolean }): void {
  const isRefused = (name: string) => STEERING.test(name) || (!trustProxy && FORWARDING.test(name))
  for (const name of Object.keys(request.headers)) if (isRefused(name)) delete request.headers[name]
  const kept: string[] = []
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2)
    if (!isRefused(name.toLowerCase())) kept.push(name, value)
  }
  request.rawHeaders = kept
  if (!trustProxy) request.headers['x-forwarded-for'] = request.socket.remoteAddress ?? ''
}

/** As many works wait as may. */
export class LineFull extends Error {}

/** Nobody waits for the outcome of a work any more. */
export class Abandoned extends Error {}

/** Runs a work when its turn comes. Throws `LineFull` when too many wait before it. */
type Line = <T>(work: () => Promise<T>) => Promise<T>

/** Makes a line in which at most `atOnce` works run, and `waiting` more wait for their turn: first come, first served. */
export function makeLine({ atOnce, waiting }: { atOnce: number; waiting: number }): Line {
  const line: (() => void)[] = []
  let running = 0

  const turn = () => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (line.length >= waiting) throw new LineFull('Too many wait already.')

    return new Promise<void>((resolve) => line.push(resolve))
  }

  return async (work) => {
    await turn()
    try {
      return await work()
    } finally {
      // Whoever is next takes the place over.
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
