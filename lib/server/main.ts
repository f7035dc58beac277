import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { env, requireSetting, tracingSettings } from '#lib/core/env.ts'
import { showPageCache } from '#lib/core/metrics.ts'
import { readAppMap } from '#lib/server/app-map.ts'
import { endOnSignal, openEndList } from '#lib/server/at-end.ts'
import { makeCapture } from '#lib/server/capture.ts'
import { watchCatalog } from '#lib/server/catalog-watch.ts'
import { printInLines } from '#lib/server/console-lines.ts'
import { makeFront } from '#lib/server/front.ts'
import { makeKnowsSubject } from '#lib/server/known-subjects.ts'
import { listen } from '#lib/server/listen.ts'
import { createPageCache } from '#lib/server/page-cache.ts'
import { report } from '#lib/server/report.ts'
import { followRevision } from '#lib/server/revision.ts'
import { startTracing } from '#lib/server/tracing.ts'
import { warmFirst, warmRest } from '#lib/server/warm.ts'
import { makeWorkerServer } from '#lib/server/worker-server.ts'

const MIB = 1024 * 1024

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
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
  const { host } = new URL(env.PUBLIC_URL)
  const handle = app.getRequestHandler()
  const handler: Parameters<typeof makeCapture>[0] = (request, response) => void handle(request, response)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, idleTimeoutMillis: 30_000 })
  pool.on('error', (error) => report('a database connection broke', { error }))
  const cache = createPageCache({ maxBytes: env.PAGE_CACHE === 'on' ? env.PAGE_CACHE_MIB * MIB : 0 })
  showPageCache(() => cache.bytes)
  const front = makeFront({
    handler,
    cache,
    kindOf: readAppMap(root, process.argv[2] ?? '.next'),
    knowsSubject: makeKnowsSubject(pool),
    publicUrl: env.PUBLIC_URL,
    isLive: env.STORE_MODE === 'live',
    trustProxy: env.TRUST_PROXY === 'yes',
    secret,
  })
  const capture = makeCapture(handler)
  const revision = followRevision({
    outdate: () => cache.outdate(),
    forget: async () => {
      const headers = { host, 'x-landfall-internal': secret }
      const { status } = await capture({ path: '/api/internal/revalidate', method: 'POST', headers })
      if (status !== 200 && status !== 204) throw new Error(`the answer was ${status}`)
    },
  })
  const watch = watchCatalog(databaseUrl, (version) => revision.moveTo(version))
  const own = makeCapture(front)
  if (env.PAGE_CACHE === 'on') await warmFirst(own, host)
  const server = await listen(front, { port: env.PORT, host: env.HOSTNAME })
  endOnSignal(server, [() => watch.stop(), async () => revision.stop()])
  report('listening', { port: env.PORT, host: env.HOSTNAME })
  if (env.PAGE_CACHE === 'on') await warmRest(own, host)
}
