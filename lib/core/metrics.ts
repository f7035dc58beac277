import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** A figure read from the database, the same in every process. Labels are words of our own, never a value of a person. */
export type Metric = { name: string; help: string; rows: { labels?: Record<string, string>; value: number }[] }

/** What a request asked for, coarse on purpose: an address may carry a token. */
export type RequestKind = 'page' | 'api' | 'file'

type Shared = ReturnType<typeof open>

const KEY = Symbol.for('landfall.metrics')
// The front and Next's own bundle each have a copy of this module, and one process.
const global = globalThis as unknown as { [KEY]?: Shared }

function open() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'landfall_' })

  return {
    registry,
    requests: new Histogram({
      name: 'landfall_request_seconds',
      help: 'Time until a request was answered in full.',
      labelNames: ['kind', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
      registers: [registry],
    }),
    webhooks: new Counter({
      name: 'landfall_webhooks_total',
      help: 'Events of payment providers, by what became of them.',
      labelNames: ['provider', 'verdict'],
      registers: [registry],
    }),
  }
}

function shared(): Shared {
  global[KEY] ??= open()

  return global[KEY]
}

/** Lets the figures tell how much memory finished pages take, by what `read` says in bytes. */
export function showPageCache(read: () => number): void {
  new Gauge({
    name: 'landfall_page_cache_bytes',
    help: 'Memory that finished pages take, at most PAGE_CACHE_MIB.',
    registers: [shared().registry],
    collect() {
      this.set(read())
    },
  })
}

/** Notes how long a request took. */
export function observeRequest(kind: RequestKind, { status, seconds }: { status: number; seconds: number }): void {
  shared().requests.observe({ kind, status: `${Math.floor(status / 100)}xx` }, seconds)
}

/** Counts an event of a payment provider. */
export function countWebhook(provider: string, verdict: 'taken' | 'refused' | 'failed'): void {
  shared().webhooks.inc({ provider, verdict })
}

/** Returns everything in the text form of Prometheus: what this process counted, and figures from the database. */
export async function renderMetrics(metrics: Metric[]): Promise<{ text: string; type: string }> {
  const read = new Registry()
  for (const { name, help, rows } of metrics) {
    const labelNames = [...new Set(rows.flatMap(({ labels = {} }) => Object.keys(labels)))]
    const gauge = new Gauge({ name: `landfall_${name}`, help, labelNames, registers: [read] })
    for (const { labels = {}, value } of rows) gauge.set(labels, value)
  }
  const { registry } = shared()

  return { text: `${await registry.metrics()}\n${await read.metrics()}`, type: registry.contentType }
}
