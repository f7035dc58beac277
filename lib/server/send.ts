import type { IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { permissionsPolicy } from '#lib/core/rules/page-policies.ts'
import type { Page } from '#lib/server/page.ts'

/** Sends a finished page in the encoding the browser takes, or 304 when it has this very revision. */
export function sendPage(request: IncomingMessage, response: ServerResponse, page: Page): void {
  const isHead = request.method === 'HEAD'
  if (page.status === 200 && matches(request.headers['if-none-match'], page.etag)) {
    response.writeHead(304, { ...page.headers, etag: page.etag })
    response.end()
    return
  }
  const encoding = choose(page, String(request.headers['accept-encoding'] ?? ''))
  const body = encoding ? page[encoding] : page.plain
  response.writeHead(page.status, {
    ...page.headers,
    ...(encoding ? { 'content-encoding': encoding } : {}),
    'content-length': encoding ? body?.length : page.plainLength,
    etag: encoding ? `${page.etag.slice(0, -1)}-${encoding}"` : page.etag,
  })
  response.end(isHead ? undefined : (body ?? plainOf(page)))
}

function choose(page: Page, accepted: string): 'br' | 'gzip' | null {
  if (page.br && accepts(accepted, 'br')) return 'br'
  if (page.gzip && accepts(accepted, 'gzip')) return 'gzip'

  return null
}

/** Few ask for it, and it is done in less time than a worker thread takes to begin. */
function plainOf(page: Page): Buffer | undefined {
  return page.gzip ? gunzipSync(page.gzip) : undefined
}

function accepts(accepted: string, encoding: string): boolean {
  const entry = accepted.split(',').find((part) => part.trim().split(';', 1)[0]?.trim() === encoding)

  return entry !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(entry)
}

/** Encodings of one revision have names of their own; each of them proves the revision. */
function matches(given: string | undefined, etag: string): boolean {
  if (!given) return false
  const names = given.split(',').map((name) =>
    name
      .trim()
      .replace(/^W\//, '')
      .replace(/-(br|gzip)"$/, '"'),
  )

  return names.includes(etag)
}

const STATUS_TEXTS: Record<number, string> = {
  400: 'Bad request',
  404: 'Not found',
  405: 'Not allowed',
  411: 'Length required',
  413: 'Too large',
}

/** Refuses a request by its head. Its body is not waited for: the connection ends with the answer. */
export function sendRefusal(response: ServerResponse, { status, allow }: { status: number; allow?: string }): void {
  response.setHeader('connection', 'close')
  if (allow) response.setHeader('allow', allow)
  sendText(response, status, STATUS_TEXTS[status] ?? 'Refused')
}

/** Sends a short text that no cache keeps. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': EMPTY_POLICY,
  })
  response.end(`${text}\n`)
}

const BUSY_SECONDS = 5

/** Sends whoever would wait too long away, to come again. */
export function sendBusy(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('retry-after', String(BUSY_SECONDS))
  sendText(response, 503, 'Too busy')
}

/** What every answer carries, whoever wrote it. `isSecure` when the store is reached over https. */
export function securityHeaders({ isSecure, isLive }: { isSecure: boolean; isLive: boolean }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(),
    'reporting-endpoints': 'csp="/api/csp-report"',
    ...(isSecure && isLive ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

/** The policy of an answer that brings no policy of its own: it may not run anything. */
export const EMPTY_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
