import { createServer, type RequestListener, type Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { env, requireSetting, tellDestinationScripts, tracingSettings } from '#lib/core/env.ts'
import { SHIPPED_LOCALES } from '#lib/core/i18n/config.ts'
import { showPageCache } from '#lib/core/metrics.ts'
import { makeFindRedirect, makeKnowsSubject, readLanguages, readTools } from '#lib/server/addresses.ts'
import { readAppMap, readDestinationScripts, readIsPage, readSheets } from '#lib/server/app-map.ts'
import { followRevision, watchCatalog } from '#lib/server/catalog-watch.ts'
import { makeDrawPicture } from '#lib/server/draw-picture.ts'
import { makeCapture, makeFront } from '#lib/server/front.ts'
import { createPageCache } from '#lib/server/page-cache.ts'
import { printInLines, report } from '#lib/server/report.ts'
import { startTracing } from '#lib/server/tracing.ts'
import { makeWorkerServer } from '#lib/server/worker-server.ts'

const GRACE_MS = 9_000

/** Where parts that Next loaded leave what must be finished before the process ends. */
const AT_END = Symbol.for('landfall.at-end')

type Work = () => Promise<unknown>
const shared = globalThis as unknown as { [AT_END]?: Work[] }

/** Opens the list. Must run before Next is prepared, which is when its instrumentation adds to it. */
function openEndList(): Work[] {
  shared[AT_END] ??= []

  return shared[AT_END]
}

/**
 * Ends the process in order on SIGTERM or SIGINT: no new requests, open ones and running jobs to their end, then exit.
 *
 * Next's own handling would stop in the middle of a running job.
 */
function endOnSignal(server: Server | null, own: Work[]): void {
  let isEnding = false
  const end = async (signal: NodeJS.Signals) => {
    if (isEnding) return
    isEnding = true
    report('ending', { signal })
    const force = setTimeout(() => server?.closeAllConnections(), GRACE_MS)
    const works = [...openEndList(), ...own, () => drain(server)]
    const results = await Promise.allSettled(works.map((work) => work()))
    clearTimeout(force)
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) report('the end was not clean', { error: failed.reason })
    process.exit(failed ? 1 : 0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

function drain(server: Server | null): Promise<void> {
  if (!server) return Promise.resolve()

  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
}

type Capture = ReturnType<typeof makeCapture>

/** How a page names itself in the other languages that the shop shows. */
const OTHERS = /<link rel="alternate" hrefLang="([a-z]{2})" href="[^"]+\/\1"/g
const FILES = /\/_next\/static\/[^"'\s\\]+?\.(?:js|css)/g

/** Asks our own front for the home page, so that the first visitor finds it made. */
async function warmFirst(capture: Capture, host: string): Promise<void> {
  await capture({ path: '/', headers: { host } }).catch((error) =>
    report('the home page was not made ahead', { error }),
  )
}

/** The home page in the other languages, and the files that every page loads. Nobody waits for it. */
async function warmRest(capture: Capture, host: string): Promise<void> {
  try {
    const { body } = await capture({ path: '/', headers: { host } })
    const page = body.toString('utf8')
    const files = new Set(page.match(FILES) ?? [])
    const others = [...page.matchAll(OTHERS)].map(([, language]) => `/${language}`)
    for (const path of [...files, ...others]) await capture({ path, headers: { host } })
  } catch (error) {
    report('not every page was made ahead', { error })
  }
}

const MIB = 1024 * 1024

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const distDir = process.argv[2] ?? '.next'
const databaseUrl = requireSetting('DATABASE_URL')
const secret = requireSetting('INTERNAL_SECRET')

if (env.STORE_MODE === 'live') printInLines()
const stopTracing = await startTracing(tracingSettings())
const atEnd = openEndList()
if (stopTracing) atEnd.push(stopTracing)
// After the tracing: Next takes hold of its hooks when it is loaded.
const { default: next } = await import('next')
const app = next({ dev: false, dir: root, hostname: env.HOSTNAME, port: env.PORT })
await app.prepare()

if (env.WORKER === 'only') {
  await startWorkerServer()
} else {
  await startServer()
}

async function startWorkerServer(): Promise<void> {
  const port = env.WORKER_PORT
  const handle = app.getRequestHandler()
  const workerServer = makeWorkerServer({ handler: (request, response) => void handle(request, response), secret })
  endOnSignal(port ? await listen(workerServer, { port, host: '127.0.0.1' }) : null, [])
  // Without a door, the worker's timers alone must not decide whether the process lives.
  setInterval(() => undefined, 60_000)
  report('working', { pid: process.pid, ...(port && { port }) })
}

async function startServer(): Promise<void> {
  tellDestinationScripts(readDestinationScripts(root, distDir))
  const { host } = new URL(env.PUBLIC_URL)
  const handle = app.getRequestHandler()
  const handler: Parameters<typeof makeCapture>[0] = (request, response) => void handle(request, response)
  const pool = new pg.Pool({
    ...{ connectionString: databaseUrl, max: 2, idleTimeoutMillis: 30_000 },
    // A database that does not answer must not hold requests without bound.
    ...{ connectionTimeoutMillis: 5_000, query_timeout: 5_000 },
  })
  pool.on('error', (error) => report('a database connection broke', { error }))
  const cache = createPageCache({ maxBytes: env.PAGE_CACHE === 'on' ? env.PAGE_CACHE_MIB * MIB : 0 })
  showPageCache(() => cache.bytes)
  let languages: ReadonlySet<string> = new Set(SHIPPED_LOCALES)
  const front = makeFront({
    handler,
    cache,
    kindOf: readAppMap(root, distDir),
    isPage: readIsPage(root, distDir),
    readSheet: readSheets(root, distDir),
    drawPicture: makeDrawPicture(root),
    knowsSubject: makeKnowsSubject(pool),
    findRedirect: makeFindRedirect(pool),
    readTools: () => readTools(pool),
    languages: () => languages,
    publicUrl: env.PUBLIC_URL,
    isLive: env.STORE_MODE === 'live',
    trustProxy: env.TRUST_PROXY === 'yes',
    secret,
  })
  const capture = makeCapture(handler)
  const revision = followRevision({
    outdate: () => cache.outdate(),
    allMade: () => cache.allMade(),
    forget: async () => {
      const headers = { host, 'x-landfall-internal': secret }
      const { status } = await capture({ path: '/api/internal/revalidate', method: 'POST', headers })
      if (status !== 200 && status !== 204) throw new Error(`the answer was ${status}`)
    },
  })
  const watch = watchCatalog(databaseUrl, async (version) => {
    try {
      languages = await readLanguages(pool)
    } catch (error) {
      report('the languages could not be read', { error })
    }
    revision.moveTo(version)
  })
  const own = makeCapture(front)
  if (env.PAGE_CACHE === 'on') await warmFirst(own, host)
  const server = await listen(front, { port: env.PORT, host: env.HOSTNAME })
  endOnSignal(server, [() => watch.stop(), async () => revision.stop()])
  report('listening', { port: env.PORT, host: env.HOSTNAME })
  if (env.PAGE_CACHE === 'on') await warmRest(own, host)
}

/** Opens the socket, with the limits that keep a slow or greedy visitor from holding it. */
async function listen(listener: RequestListener, at: { port: number; host: string }): Promise<Server> {
  const server = createServer({ headersTimeout: 15_000, requestTimeout: 60_000, keepAliveTimeout: 20_000 }, listener)
  // No route speaks anything but HTTP.
  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'))
  server.on('connect', (_, socket) => socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n'))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.host, resolve)
  })

  return server
}
