import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { runToEnd } from '#scripts/store/child.mjs'
import { fileOf } from '#tests/support/program.ts'

type Asked = { url: string; key: unknown; body: string }

const HERE = pathToFileURL(`${process.cwd()}/`).href
// A piece of work that calls somebody, and what the framework would note of a page with a token in its address.
const WORK = `
  import { createRequire, registerHooks } from 'node:module'
  import { startTracing } from '${HERE}lib/server/tracing.ts'
  import { tracingSettings } from '${HERE}lib/core/env.ts'
  import { inJob } from '${HERE}lib/core/trace.ts'
  const require = createRequire('${HERE}package.json')
  const { trace } = require('@opentelemetry/api')
  const { request } = require('undici')
  let loaded = false
  registerHooks({
    resolve: (name, context, next) => {
      if (/^@opentelemetry\\/(sdk|exporter|context|resources)/.test(name)) loaded = true
      return next(name, context)
    },
  })
  const stop = await startTracing(tracingSettings())
  await inJob('Line', { jobId: 'lin_1.2', requestId: 'r-1' }, async () => {
    const answer = await request(process.env.CALLED + '/walk?token=hush')
    await answer.body.text()
  })
  const attributes = { 'http.target': '/setup/hush', 'http.route': '/setup/[token]', 'next.span_type': 'page' }
  const span = trace.getTracer('next').startSpan('GET /setup/hush-hush-hush-hush-hush', { attributes })
  span.recordException(new Error('hush'))
  span.end()
  await stop?.()
  console.log(JSON.stringify({ isOn: stop !== null, loaded }))`

/** Runs the work with these variables beside a collector; answers what the process said and what was collected. */
async function run(settings: (url: string) => Record<string, string>) {
  const asked: Asked[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push({ url: request.url ?? '', key: request.headers['x-key'], body })
    response.end('{}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { PATH: process.env.PATH, CALLED: url, ...settings(url) }
  const { text } = await runToEnd({ program: fileOf(WORK), env, cwd: process.cwd(), collect: true })

  return { said: JSON.parse(text), collected: asked.filter((one) => one.url === '/v1/traces') }
}

test.each([
  ['without an address of a collector', () => ({})],
  ['when it is switched off', (url: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: 'true' })],
  ['without an exporter', (url: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_EXPORTER: 'none' })],
])('%s nothing is traced, and nothing of it is loaded', async (_, settings) => {
  const { said, collected } = await run(settings as (url: string) => Record<string, string>)

  expect(said).toEqual({ isOn: false, loaded: false })
  expect(collected).toEqual([])
})

test('work, calls and pages reach the collector, tied to their request, without an address or a message', async () => {
  const { said, collected } = await run((url) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of-the-collector',
    OTEL_SERVICE_NAME: 'my-shop',
  }))
  const [sent] = collected
  const { resourceSpans } = JSON.parse(sent?.body ?? '{}')
  const spans: { name: string; attributes: { key: string; value: object }[] }[] = resourceSpans[0].scopeSpans.flatMap(
    (scope: { spans: object[] }) => scope.spans,
  )
  const byName = Object.fromEntries(spans.map(({ name, attributes }) => [name, attributes]))

  expect(said).toEqual({ isOn: true, loaded: true })
  expect(sent?.key).toBe('of-the-collector')
  expect(sent?.body).toContain('my-shop')
  expect(Object.keys(byName).sort()).toEqual(['Line', 'call', 'page'])
  expect(byName.call).toContainEqual({ key: 'landfall.request_id', value: { stringValue: 'r-1' } })
  expect(byName.call).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  expect(byName.page).toContainEqual({ key: 'http.route', value: { stringValue: '/setup/[token]' } })
  expect(sent?.body).not.toContain('hush')
})

test('the sampler of the environment decides how much is sent', async () => {
  const { said, collected } = await run((url) => ({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/traces`,
    OTEL_TRACES_SAMPLER: 'always_off',
  }))

  expect(said).toMatchObject({ isOn: true })
  expect(collected).toEqual([])
})
