import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { observeRequest } from '#lib/core/metrics.ts'
import { makeCapture } from '#lib/server/capture.ts'
import { cleanInbound, isFromThisMachine } from '#lib/server/inbound.ts'
import type { PageCache } from '#lib/server/page-cache.ts'
import { languageOf, type PublicRoute, type Subject, toPublicRoute } from '#lib/server/public-routes.ts'
import { redirectTo } from '#lib/server/redirect.ts'
import { report } from '#lib/server/report.ts'
import { SILENT_POLICY, securityHeaders } from '#lib/server/security-headers.ts'
import { sendPage, sendText } from '#lib/server/send.ts'
import { type Finished, toPage } from '#lib/server/to-page.ts'
import { toVariant, type Variant } from '#lib/server/variant.ts'

export type FrontOptions = {
  handler: RequestListener
  cache: PageCache
  /** Whether Next knows a path that is not one of the public pages. */
  isKnownPath: (path: string) => boolean
  knowsSubject: (subject: Subject) => Promise<boolean>
  publicUrl: string
  isLive: boolean
  trustProxy: boolean
  /** What this process vouches with for a request that was begun on its own machine. */
  secret: string
}

const ASSET = /^(\/_next\/static\/[\w.~@()[\]%/-]{1,300}\.(js|css)|\/(flags|icons)\/[\w-]{1,60}\.svg)$/
/** What says more to this machine than to a stranger. */
const FOR_MONITORS = ['/api/metrics', '/api/health/ready']
const CACHE_CONTROL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=300'

/** Makes the listener that stands between the socket and Next. */
export function makeFront(options: FrontOptions): RequestListener {
  const { handler, cache, knowsSubject, isKnownPath, trustProxy } = options
  const { host, protocol } = new URL(options.publicUrl)
  const isSecure = protocol === 'https:'
  const common = Object.entries(securityHeaders({ isSecure, isLive: options.isLive }))
  const capture = makeCapture(handler)

  const make = async (path: string, headers: Record<string, string>, status = 200): Promise<Finished> => {
    const captured = await capture({
      path,
      headers: { host, 'x-forwarded-proto': isSecure ? 'https' : 'http', ...headers },
    })

    return toPage(captured, { isSecure, cacheControl: CACHE_CONTROL, keptStatus: status, isKeeping: cache.isOn })
  }

  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const isLocal = isFromThisMachine(request)
    cleanInbound(request, { trustProxy })
    if (isLocal && FOR_MONITORS.includes(request.url ?? '')) request.headers['x-landfall-local'] = options.secret
    // A worker script would inherit it: files bring no policy.
    if (!/\.\w{2,12}(\?|$)/.test(request.url ?? '')) response.setHeader('content-security-policy', SILENT_POLICY)
    handler(request, response)
  }

  const sendNotFound = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    if (request.headers.rsc !== undefined || !isReading(request)) return sendText(response, 404, 'Not found')
    const language = languageOf(path)
    const nowhere = language === 'en' ? '/destinations/-' : `/${language}/destinations/-`
    const { page } = await cache.get(`404 ${language}`, () => make(nowhere, { accept: 'text/html' }, 404))
    if (page.status !== 404) return sendText(response, 404, 'Not found')
    sendPage(request, response, page)
  }

  const sendPublic = async (
    request: IncomingMessage,
    response: ServerResponse,
    asked: { route: PublicRoute; variant: Variant },
  ) => {
    const { route, variant } = asked
    const key = `${variant.name} ${route.path}`
    const ready = cache.peek(key)
    if (ready) return sendPage(request, response, ready)
    if (!(await knowsSubject(route.subject))) return sendNotFound(request, response, route.path)
    const { page, isPersonal } = await cache.get(key, () => make(route.path, variant.headers))
    if (isPersonal) return pass(request, response)
    sendPage(request, response, page)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? ''
    if (request.method === 'TRACE' || request.method === 'CONNECT') return sendText(response, 405, 'Not allowed')
    if (!url.startsWith('/') || /^\/[/\\]|\\/.test(url)) return sendText(response, 400, 'Bad request')
    const path = url.split('?', 1)[0] ?? ''
    // Asked by this process alone, past the socket.
    if (path.startsWith('/api/internal')) return sendText(response, 404, 'Not found')
    const target = redirectTo(url, path)
    if (target && isReading(request)) return redirect(response, target)

    const route = toPublicRoute(path)
    if (route && isReading(request)) {
      const variant = toVariant(request.headers)

      return variant ? sendPublic(request, response, { route, variant }) : sendText(response, 400, 'Bad request')
    }
    if (route) return sendText(response, 405, 'Not allowed')
    if (ASSET.test(path) && isReading(request)) {
      const { page, mayKeep } = await cache.get(path, () => make(path, {}))

      return mayKeep ? sendPage(request, response, page) : pass(request, response)
    }
    if (!isKnownPath(path)) return sendNotFound(request, response, path)

    return pass(request, response)
  }

  return (request, response) => {
    timeOf(request, response)
    for (const [name, value] of common) response.setHeader(name, value)
    answer(request, response).catch((error) => {
      report('a request could not be answered', { error })
      sendText(response, 500, 'Something went wrong')
    })
  }
}

function timeOf({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const began = performance.now()
  const kind = url.startsWith('/api/') ? 'api' : /\.\w{2,12}(\?|$)/.test(url) ? 'file' : 'page'
  response.once('finish', () =>
    observeRequest(kind, { status: response.statusCode, seconds: (performance.now() - began) / 1_000 }),
  )
}

function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(308, { location, 'cache-control': 'public, max-age=3600' })
  response.end()
}
