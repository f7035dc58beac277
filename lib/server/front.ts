import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http'
import { duplexPair } from 'node:stream'
import { languageOf, type PublicRoute, type Subject, toPublicRoute } from '#lib/content/rules/public-route.ts'
import { DEFAULT_LOCALE } from '#lib/core/i18n/config.ts'
import { observeRequest } from '#lib/core/metrics.ts'
import { routeOf } from '#lib/core/rules/mask.ts'
import { inTrace, readRequestId } from '#lib/core/trace.ts'
import { isRouterState } from '#lib/server/addresses.ts'
import { Abandoned, cleanInbound, isFromThisMachine, LineFull, makeLine, refusalOf } from '#lib/server/admission.ts'
import { type AppMap, type IsPage, isCleanQuery, readPath } from '#lib/server/app-map.ts'
import type { DrawPicture } from '#lib/server/draw-picture.ts'
import type { ReadSheet } from '#lib/server/inline-sheets.ts'
import { type Captured, type Finished, toPage } from '#lib/server/page.ts'
import type { Make, PageCache } from '#lib/server/page-cache.ts'
import { report } from '#lib/server/report.ts'
import { EMPTY_POLICY, securityHeaders, sendBusy, sendPage, sendRefusal, sendText } from '#lib/server/send.ts'
import { type Tool, toolSources } from '#lib/settings/rules/tools.ts'

export type FrontOptions = {
  handler: RequestListener
  cache: PageCache
  /** What answers at a path that is not one of the public pages. */
  kindOf: AppMap
  /** Whether a public route is a page, which has several forms. */
  isPage: IsPage
  readSheet: ReadSheet
  drawPicture: DrawPicture
  knowsSubject: (subject: Subject) => Promise<boolean>
  /** Where a path leads that no page has. */
  findRedirect: (path: string) => Promise<{ to: string; isForGood: boolean } | null>
  /** The tools of others that the owner has switched on. */
  readTools: () => Promise<readonly Tool[]>
  /** The languages that addresses may name now. */
  languages: () => ReadonlySet<string>
  publicUrl: string
  isLive: boolean
  trustProxy: boolean
  /** What this process vouches with for a request that was begun on its own machine. */
  secret: string
}

/** What says more to this machine than to a stranger. */
const FOR_MONITORS = ['/api/metrics', '/api/health/ready']
const OF_MONITORS = /^\/api\/(health|metrics)/
const KEPT_FILE = /\.(js|css|svg)$/
/** Where programs ask, and a page in place of what is missing would help nobody. */
const NO_PAGES = /^\/(_next|flags|icons|fonts|brand|api)\//
const HOST = /^([\w.-]{1,255}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i
/** How many pages are made at once, and how many wait for it. The same for files, whose compression takes many times as long. */
const PAGES_AT_ONCE = { atOnce: 8, waiting: 200 }
const FILES_AT_ONCE = { atOnce: 2, waiting: 100 }
const CACHE_CONTROL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=300'

/** Makes the listener that stands between the socket and Next. */
export function makeFront(options: FrontOptions): RequestListener {
  const { handler, cache, knowsSubject, findRedirect, languages, readTools, kindOf, trustProxy } = options
  const { readSheet, drawPicture, isPage } = options
  const { host, protocol } = new URL(options.publicUrl)
  const isSecure = protocol === 'https:'
  const common = Object.entries(securityHeaders({ isSecure, isLive: options.isLive }))
  const capture = makeCapture(handler)

  const pages = makeLine(PAGES_AT_ONCE)
  const files = makeLine(FILES_AT_ONCE)

  const makeNow = async (
    { path, headers, status = 200, isFile = false }: Wanted,
    isAwaited: () => boolean,
  ): Promise<Finished> => {
    if (!isAwaited()) throw new Abandoned()
    // Read before the page is made: whoever changes them meanwhile has it made once more.
    const sources = headers === HTML.headers ? toolSources(await readTools(), path) : {}
    const captured = await drawPicture(
      await capture({ path, headers: { host, 'x-forwarded-proto': isSecure ? 'https' : 'http', ...headers } }),
    )
    if (!isAwaited()) throw new Abandoned()

    const isKeeping = cache.isOn

    return toPage(captured, {
      isSecure,
      cacheControl: CACHE_CONTROL,
      keptStatus: status,
      isKeeping,
      isFile,
      readSheet,
      sources,
    })
  }

  const make =
    (wanted: Wanted): Make =>
    (isAwaited) =>
      (wanted.isFile ? files : pages)(() => makeNow(wanted, isAwaited))

  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const isLocal = isFromThisMachine(request)
    cleanInbound(request, { trustProxy })
    if (isLocal && FOR_MONITORS.includes(request.url ?? '')) request.headers['x-landfall-local'] = options.secret
    response.setHeader('content-security-policy', EMPTY_POLICY)
    handler(request, response)
  }

  const sendFile = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    if (KEPT_FILE.test(path)) {
      const made = await cache
        .get(path, make({ path, headers: {}, isFile: true }), goneOf(request))
        .catch((error) => (error instanceof LineFull ? null : Promise.reject(error)))
      if (made?.mayKeep) return sendPage(request, response, made.page)
    }
    cleanInbound(request, { trustProxy })
    // No policy: a worker script would inherit it.
    handler(request, response)
  }

  const sendNotFound = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    // What is missing stays missing while the database is away.
    const moved = isReading(request) && !NO_PAGES.test(path) ? await findRedirect(path).catch(() => null) : null
    if (moved) return sendElsewhere(response, moved)
    const wantsPage = isReading(request) && request.headers.rsc === undefined && !NO_PAGES.test(path)
    if (!wantsPage) return sendText(response, 404, 'Not found')
    const language = languageOf(path, languages())
    const nowhere = language === DEFAULT_LOCALE ? '/destinations/-' : `/${language}/destinations/-`
    const wanted = { path: nowhere, headers: { accept: 'text/html' }, status: 404 }
    const { page } = await cache.get(`404 ${language}`, make(wanted), goneOf(request))
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
    // Without the database a page that was kept is shown all the same.
    if (!(await knowsSubject(route.subject).catch(() => true))) return sendNotFound(request, response, route.path)
    const { page, isPersonal } = await cache.get(
      key,
      make({ path: route.path, headers: variant.headers }),
      goneOf(request),
    )
    if (isPersonal) return pass(request, response)
    sendPage(request, response, page)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? ''
    const [path = '', ...query] = url.split('?')
    if (!isReadable(request, path, query.join('?'))) return sendRefusal(response, { status: 400 })
    // Asked by this process alone, past the socket.
    if (path.startsWith('/api/internal')) return sendRefusal(response, { status: 404 })
    const route = toPublicRoute(path, languages())
    const kind = route ? 'page' : kindOf(path)
    const refusal = refusalOf(request, kind, path)
    if (refusal) return sendRefusal(response, refusal)

    const target = redirectTo(url, path)
    if (target && isReading(request)) return redirect(response, target)
    if (route) {
      const variant = isPage(route) ? toVariant(request.headers) : HTML

      return variant ? sendPublic(request, response, { route, variant }) : sendText(response, 400, 'Bad request')
    }
    if (kind === null) return sendNotFound(request, response, path)

    return kind === 'file' ? sendFile(request, response, path) : pass(request, response)
  }

  return (request, response) => {
    const given = trustProxy ? readRequestId(request.headers['x-request-id']) : null
    const requestId = given ?? randomUUID()
    watch(request, response, { requestId, isTold: options.isLive })
    for (const [name, value] of common) response.setHeader(name, value)
    guardFailure(response, common)
    inTrace({ requestId }, () =>
      answer(request, response).catch((error) => {
        if (error instanceof Abandoned) return response.destroy()
        if (error instanceof LineFull) return sendBusy(response)
        report('a request could not be answered', { error })
        sendText(response, 500, 'Something went wrong')
      }),
    )
  }
}

/** Counts a request, and with `isTold` writes a line of what buyers and staff did or what failed. */
function watch(
  { url = '', method }: IncomingMessage,
  response: ServerResponse,
  { requestId, isTold }: { requestId: string; isTold: boolean },
): void {
  const began = performance.now()
  const kind = url.startsWith('/api/') ? 'api' : /\.\w{2,12}(\?|$)/.test(url) ? 'file' : 'page'
  response.once('finish', () => {
    const seconds = (performance.now() - began) / 1_000
    const status = response.statusCode
    observeRequest(kind, { status, seconds })
    const isWorthAItem = status >= 500 || (kind === 'api' && !OF_MONITORS.test(url))
    if (!isTold || !isWorthAItem) return
    const route = kind === 'api' ? { route: routeOf(url) } : {}
    report('request answered', { requestId, method, kind, ...route, status, durationMs: Math.round(seconds * 1_000) })
  })
}

/** Whether the head of a request can be understood by everybody behind us: what cannot is no fault of theirs. */
function isReadable({ url = '', headers }: IncomingMessage, path: string, query: string): boolean {
  const isOurs = url.startsWith('/') && !/^\/[/\\]|\\/.test(url)

  return (
    isOurs &&
    readPath(path) !== null &&
    isCleanQuery(query) &&
    HOST.test(headers.host ?? 'absent') &&
    isRouterState(headers['next-router-state-tree'])
  )
}

function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

// A visitor who hangs up closes the connection; an answer that is waited for holds it.
function goneOf({ socket }: IncomingMessage): () => boolean {
  return () => socket.destroyed
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(308, { location, 'cache-control': 'public, max-age=3600' })
  response.end()
}

/** As long as a page is kept: what leads elsewhere today may be a page tomorrow. */
function sendElsewhere(response: ServerResponse, { to, isForGood }: { to: string; isForGood: boolean }): void {
  response.writeHead(isForGood ? 308 : 307, { location: to, 'cache-control': CACHE_CONTROL })
  response.end()
}

const DEFAULT_PREFIX = new RegExp(`^/${DEFAULT_LOCALE}(?=/|$)`)
// Addresses of 0.1 that stand in bookmarks and mails of staff.
const FORMER_ESIMS = /^\/admin\/cards(?=\/|$)/

/**
 * The one address of what a path names in a second way: the default language by its prefix, a slash at the end, or a
 * former name.
 */
function redirectTo(url: string, path: string): string | null {
  const clean = path.replace(DEFAULT_PREFIX, '').replace(FORMER_ESIMS, '/admin/esims').replace(/\/+$/, '') || '/'
  // Two slashes at the front would lead to another host.
  if (clean === path || clean.startsWith('//')) return null

  return clean + url.slice(path.length)
}

/**
 * Gives an answer that failed the headers of ours on its way out, whoever wrote it: a shared cache that keeps a 404 keeps
 * the shop broken, and a page about an error may run as little as any other.
 */
function guardFailure(response: ServerResponse, common: [string, string][]): void {
  const { writeHead } = response
  response.writeHead = ((status: number, ...rest: never[]) => {
    if (status >= 400) {
      for (const [name, value] of common) if (!response.hasHeader(name)) response.setHeader(name, value)
      if (!response.hasHeader('content-security-policy')) {
        response.setHeader('content-security-policy', EMPTY_POLICY)
      }
      response.setHeader('cache-control', 'private, no-store')
    }

    return writeHead.call(response, status, ...rest)
  }) as typeof writeHead
}

/** What is to be made: where it is asked for with which headers, and which status of it may be kept. */
type Wanted = { path: string; headers: Record<string, string>; status?: number; isFile?: boolean }

/** Which of its forms of a page a request wants, and the headers that make Next write that form. */
type Variant = { name: string; headers: Record<string, string> }

const HTML: Variant = { name: 'html', headers: { accept: 'text/html' } }
/** The parts in which a page that is made at its first visit can be fetched ahead: each is kept, and there are no others. */
const SEGMENTS = new Set(['/_tree', '/_head', '/_full'])

/**
 * HTML, the React payload of a soft navigation, or one of the payloads of a prefetch. `null` for anything else.
 *
 * The visitor's router state is left out on purpose: the answer for a static page does not depend on it.
 */
function toVariant(headers: IncomingHttpHeaders): Variant | null {
  if (headers.rsc === undefined) return HTML
  if (headers.rsc !== '1') return null
  const segment = headers['next-router-segment-prefetch']
  const prefetch = headers['next-router-prefetch']
  if (typeof segment === 'string') {
    if (!SEGMENTS.has(segment)) return null

    return {
      name: `segment ${segment}`,
      headers: { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': segment },
    }
  }
  if (prefetch !== undefined && prefetch !== '1' && prefetch !== '2') return null
  const name = prefetch === undefined ? 'payload' : `payload ahead ${prefetch}`

  return { name, headers: { rsc: '1', ...(prefetch === undefined ? {} : { 'next-router-prefetch': prefetch }) } }
}

const LIMIT_BYTES = 8 * 1024 * 1024
const TIMEOUT_MS = 30_000

type CaptureRequest = { path: string; method?: string; headers: Record<string, string> }

/**
 * Makes a function that sends a request of our own making to a handler and collects the whole answer.
 *
 * The two ends talk HTTP over a pair of streams in memory: no port is opened, and nothing of a visitor's request can
 * reach the handler, because it is never handed over.
 */
export function makeCapture(handler: RequestListener): (ask: CaptureRequest) => Promise<Captured> {
  const inner = createServer(handler)

  return ({ path, method = 'GET', headers }) =>
    new Promise((resolve, reject) => {
      const [near, far] = duplexPair()
      const outgoing = request({ path, method, headers, createConnection: () => near }, (incoming) => {
        const chunks: Buffer[] = []
        let bytes = 0
        incoming.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes > LIMIT_BYTES) outgoing.destroy(new Error('the answer is too large to keep'))
        })
        incoming.on('end', () => {
          clearTimeout(timer)
          if (!incoming.complete) return reject(new Error('the answer was cut off'))
          resolve({
            status: incoming.statusCode ?? 500,
            headers: toHeaders(incoming.headers),
            body: Buffer.concat(chunks),
          })
        })
        incoming.on('error', reject)
      })
      const timer = setTimeout(() => outgoing.destroy(new Error('the page took too long')), TIMEOUT_MS)
      outgoing.on('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      inner.emit('connection', far)
      outgoing.end()
    })
}

function toHeaders(headers: NodeJS.Dict<string | string[]>): Captured['headers'] {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string | string[]] => entry[1] !== undefined),
  )
}
