import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Page } from '#lib/server/page.ts'

/** Sends a finished page in the encoding the browser takes, or 304 when it has this very revision. */
export function sendPage(request: IncomingMessage, response: ServerResponse, page: Page): void {
  const isHead = request.method === 'HEAD'
  if (page.status === 200 && matches(request.headers['if-none-match'], page.etag)) {
    response.writeHead(304, { ...page.headers, etag: page.etag })
    response.end()
    return
  }
  const { body, encoding } = choose(page, String(request.headers['accept-encoding'] ?? ''))
  response.writeHead(page.status, {
    ...page.headers,
    ...(encoding ? { 'content-encoding': encoding } : {}),
    'content-length': body.length,
    etag: encoding ? `${page.etag.slice(0, -1)}-${encoding}"` : page.etag,
  })
  response.end(isHead ? undefined : body)
}

function choose(page: Page, accepted: string): { body: Buffer; encoding: string | null } {
  if (page.br && accepts(accepted, 'br')) return { body: page.br, encoding: 'br' }
  if (page.gzip && accepts(accepted, 'gzip')) return { body: page.gzip, encoding: 'gzip' }

  return { body: page.identity, encoding: null }
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

/** Sends a short text that no cache keeps. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`${text}\n`)
}
