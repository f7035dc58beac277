import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type PaymentProvider, type TestProviderOptions, testProvider } from '#lib/payments/providers/index.ts'
import { startTestPayments, type TestPaymentsOptions } from '#sandbox/payments/server.ts'

export const KEY = 'test-key'
export const SECRET = 'webhook-secret'

export type Bench = {
  url: string
  provider: PaymentProvider
  control: (method: 'GET' | 'POST', path: string, body?: object) => Promise<Record<string, unknown>>
  api: (method: 'GET' | 'POST', path: string, body?: object, key?: string) => Promise<Response>
  close: () => Promise<void>
}

type BenchOptions = { server?: Partial<TestPaymentsOptions>; provider?: Partial<TestProviderOptions> }

/** A running test payment server with a provider that talks to it over real HTTP. */
export async function startBench({ server, provider }: BenchOptions = {}): Promise<Bench> {
  const { url, close } = await startTestPayments({ key: KEY, webhookSecret: SECRET, retryMs: 20, ...server })

  return {
    url,
    close,
    provider: testProvider({ baseUrl: url, key: KEY, webhookSecret: SECRET, timeoutMs: 2_000, ...provider }),
    control: async (method, path, body) => {
      const response = await fetch(`${url}/_control/${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)

      return (await response.json()) as Record<string, unknown>
    },
    api: (method, path, body, key) =>
      fetch(`${url}/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, ...(key ? { 'idempotency-key': key } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
  }
}

export type Received = { headers: IncomingHttpHeaders; body: string }

/** A shop's webhook address that keeps what it was sent and answers with the statuses given, then 200. */
export async function startInbox(statuses: number[] = [], wantedPort = 0) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close: () => {
      server.closeAllConnections()

      return new Promise((resolve) => server.close(resolve))
    },
  }
}
