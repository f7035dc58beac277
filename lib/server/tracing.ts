import { subscribe } from 'node:diagnostics_channel'
import type { Attributes, Span } from '@opentelemetry/api'
import type { ReadableSpan, Sampler, SpanExporter } from '@opentelemetry/sdk-trace'
import { currentTrace, wrapJobs } from '#lib/core/trace.ts'

/** The standard variables that decide here; the packages read those of the exporter and of the resource themselves. */
export type TracingSettings = Partial<
  Record<
    | 'OTEL_SDK_DISABLED'
    | 'OTEL_TRACES_EXPORTER'
    | 'OTEL_EXPORTER_OTLP_ENDPOINT'
    | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
    | 'OTEL_TRACES_SAMPLER'
    | 'OTEL_TRACES_SAMPLER_ARG',
    string
  >
>

/** What may leave the process. An address may carry a token and a message a row: nothing that is not listed goes. */
const TOLD =
  /^(http\.(request\.)?method|http\.route|http\.status_code|http\.response\.status_code|next\.(span_type|route|rsc)|server\.(address|port)|error\.type|landfall\..+)$/

/** Whether the operator wants traces. Without an address to send them to nothing of it is loaded. */
export function wantsTraces(settings: TracingSettings): boolean {
  if (settings.OTEL_SDK_DISABLED === 'true' || settings.OTEL_TRACES_EXPORTER === 'none') return false

  return Boolean(settings.OTEL_EXPORTER_OTLP_ENDPOINT || settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
}

/**
 * Sends traces of requests, calls and jobs to an OTLP collector when the environment names one. Must run before Next is
 * loaded. Answers how to send the rest and stop; `null` when it is off.
 */
export async function startTracing(settings: TracingSettings): Promise<(() => Promise<void>) | null> {
  if (!wantsTraces(settings)) return null
  const [api, sdk, otlp, hooks, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/resources'),
  ])
  const named = resources.detectResources({ detectors: [resources.envDetector] })
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'landfall' }).merge(named),
    sampler: samplerOf(settings, sdk),
    spanProcessors: [
      { ...NOTHING, onStart: (span: Span) => void span.setAttributes(attributesOfTrace()) },
      new sdk.BatchSpanProcessor({ exporter: withoutSecrets(new otlp.OTLPTraceExporter()) }),
    ],
  })
  api.context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  api.trace.setGlobalTracerProvider(provider)
  const tracer = api.trace.getTracer('landfall')
  wrapJobs((name, work) =>
    tracer.startActiveSpan(name, { root: true }, (span) => {
      const end = (isDone: boolean) => {
        if (!isDone) span.setStatus({ code: api.SpanStatusCode.ERROR })
        span.end()
      }
      const result = work()
      if (!(result instanceof Promise)) {
        end(true)

        return result
      }
      // Ended before whoever waits for the work goes on: a process that stops then still sends it.
      result.then(
        () => end(true),
        () => end(false),
      )

      return result
    }),
  )
  watchCalls((attributes) => tracer.startSpan('call', { kind: api.SpanKind.CLIENT, attributes }))

  return () => provider.shutdown()
}

const NOTHING = { onEnd: () => undefined, forceFlush: async () => undefined, shutdown: async () => undefined }

function attributesOfTrace(): Attributes {
  const { requestId, jobId } = currentTrace()

  return { ...(requestId && { 'landfall.request_id': requestId }), ...(jobId && { 'landfall.job_id': jobId }) }
}

type Sdk = typeof import('@opentelemetry/sdk-trace')

/** The names of the specification; `parentbased_always_on` when none is given. */
function samplerOf({ OTEL_TRACES_SAMPLER = '', OTEL_TRACES_SAMPLER_ARG }: TracingSettings, sdk: Sdk): Sampler {
  const isOfParent = OTEL_TRACES_SAMPLER === '' || OTEL_TRACES_SAMPLER.startsWith('parentbased_')
  const kind = OTEL_TRACES_SAMPLER.replace('parentbased_', '')
  const ratio = Number(OTEL_TRACES_SAMPLER_ARG ?? 1)
  const root =
    kind === 'always_off'
      ? new sdk.AlwaysOffSampler()
      : kind === 'traceidratio'
        ? new sdk.TraceIdRatioBasedSampler(ratio)
        : new sdk.AlwaysOnSampler()

  return isOfParent ? new sdk.ParentBasedSampler({ root }) : root
}

/** Hands on what may be told: listed attributes, names without an address, no events. */
function withoutSecrets(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(toTold), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

function toTold(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => TOLD.test(name)))
  const isPlain = /^[\w .()[\]/-]{1,80}$/.test(span.name) && !/[\w-]{24,}/.test(span.name)
  const type = span.attributes['next.span_type']

  return Object.create(span, {
    name: { value: isPlain ? span.name : typeof type === 'string' ? type : 'span' },
    attributes: { value: attributes },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  })
}

type Call = { request: object & { method?: string; origin?: string }; response?: { statusCode: number }; error?: Error }

/** Listens to the HTTP client that speaks to the provider and to payment providers. */
function watchCalls(begin: (attributes: Attributes) => Span): void {
  const open = new WeakMap<object, Span>()
  const on = (event: string, hear: (call: Call) => void) =>
    subscribe(`undici:request:${event}`, (message) => hear(message as Call))
  on('create', ({ request }) => {
    const { hostname, port } = new URL(String(request.origin))
    const place = { 'server.address': hostname, ...(port && { 'server.port': Number(port) }) }
    open.set(request, begin({ 'http.request.method': request.method ?? '', ...place }))
  })
  on('headers', ({ request, response }) => {
    open.get(request)?.setAttribute('http.response.status_code', response?.statusCode ?? 0)
  })
  on('trailers', ({ request }) => open.get(request)?.end())
  on('error', ({ request, error }) => {
    open
      .get(request)
      ?.setAttribute('error.type', error?.name ?? 'Error')
      .end()
  })
}
