import 'server-only'
import { createHash } from 'node:crypto'
import { env } from '#lib/core/env.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { isStorableText } from '#lib/core/rules/storable-text.ts'

const MAX_BODY_BYTES = 64 * 1024

/** The key of a request that must happen once, and what it asked for: the same key with another request is refused. */
export type OnceKey = { key: string; fingerprint: string }

/** Refuses a request that a page of ours did not send. A missing `Origin` is refused too. */
export function assertOwnOrigin(request: Request): void {
  const isOwn = request.headers.get('origin') === new URL(env.PUBLIC_URL).origin
  const isSameSite = (request.headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin'
  if (!isOwn || !isSameSite) throw new AppError('forbidden', 'This request did not come from us.')
}

/** The raw body as text, 64 KB at most unless told. */
export async function readText(request: Request, mostBytes = MAX_BODY_BYTES): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > mostBytes) throw new AppError('too_large', 'The request is too large.')
    chunks.push(chunk)
  }

  return Buffer.concat(chunks).toString('utf8')
}

/** The JSON body. Anything that does not call itself JSON is refused: a form of another site cannot send that. */
export async function readJson(request: Request, mostBytes?: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new AppError('bad_input', 'The body must be JSON.')
  const text = await readText(request, mostBytes)
  try {
    return JSON.parse(text, storableOnly)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('bad_input', 'The body is not valid JSON.', undefined, { cause })
  }
}

function storableOnly(key: string, value: unknown): unknown {
  if (!isStorableText(key) || (typeof value === 'string' && !isStorableText(value))) {
    throw new AppError('bad_input', 'The body holds text that cannot be stored.')
  }

  return value
}

/** Reads `Idempotency-Key` (16 to 64 characters) and fingerprints the parsed input. */
export function readOnce(request: Request, input: unknown): OnceKey {
  const key = request.headers.get('idempotency-key') ?? ''
  if (!/^[\w-]{16,64}$/.test(key)) throw new AppError('bad_input', 'An Idempotency-Key is needed.')

  return { key, fingerprint: createHash('sha256').update(JSON.stringify(input)).digest('hex') }
}
