import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { SHIPPED_LOCALES } from '#lib/core/i18n/config.ts'
import type { Kind } from '#lib/server/app-map.ts'
import { type FrontOptions, makeFront } from '#lib/server/front.ts'
import { createPageCache } from '#lib/server/page-cache.ts'

export type Seen = { method: string; url: string; headers: IncomingMessage['headers'] }
export type Front = {
  url: string
  seen: Seen[]
  cache: FrontOptions['cache']
  ask: (path: string, init?: RequestInit) => Promise<Response>
}

/** A document as the renderer writes it: one script file, one inline script that carries the page's data. */
export function documentOf(text: string): string {
  return `<!DOCTYPE html><html><head><script src="/a.js"></script></head><body><h1>${text}</h1><script>self.__next_f.push([1,"${text}"])</script></body></html>`
}

/** Sends a document as Next sends a static page. */
export function sendStatic(
  response: ServerResponse,
  html: string,
  headers: Record<string, string | string[]> = {},
): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 's-maxage=31536000',
    ...headers,
  })
  response.end(html)
}

const KINDS: [RegExp, Kind][] = [
  [/^\/api(\/|$)/, 'handler'],
  [/^\/o(\/|$)/, 'page'],
  [/^\/(_next\/static\/here\.js|flags\/jp\.svg|worker\.js)$/, 'file'],
]

/** The front on a real socket, around a handler that stands for Next. */
export async function startFront(
  next: (request: IncomingMessage, response: ServerResponse, seen: Seen[]) => void,
  options: Partial<FrontOptions> = {},
): Promise<Front> {
  const seen: Seen[] = []
  const handler: RequestListener = (request, response) => {
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: { ...request.headers } })
    next(request, response, seen)
  }
  const cache = options.cache ?? createPageCache({ maxBytes: 1_000_000 })
  const front = makeFront({
    handler,
    cache,
    kindOf: (path) => KINDS.find(([shape]) => shape.test(path))?.[1] ?? null,
    isPage: ({ path }) => !/^\/(og|sitemap|api)/.test(path),
    readSheet: () => null,
    drawPicture: async (captured) => captured,
    knowsSubject: async () => true,
    findRedirect: async () => null,
    readTools: async () => [],
    languages: () => new Set(SHIPPED_LOCALES),
    publicUrl: 'http://shop.test',
    isLive: false,
    trustProxy: false,
    secret: 'inner',
    ...options,
  })
  const server = createServer(front)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return { url, seen, cache, ask: (path, init) => fetch(url + path, { redirect: 'manual', ...init }) }
}
