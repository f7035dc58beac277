import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { namesThisMachine, requireLoopback } from '../local-only.ts'
import { answerApi } from './api.ts'
import { answerControl } from './control.ts'
import { type Engine, openEngine, refusal } from './engine.ts'
import { sendJson } from './http.ts'
import { answerPayPage } from './pay-page.ts'
import { ApiError } from './world.ts'

export type TestPaymentsOptions = {
  key: string
  webhookSecret: string
  /** Where events go when a session names no other address. */
  webhookUrl?: string
  /** 0 takes any free port. */
  port?: number
  host?: string
  /** The address that the buyer's browser uses; by default the one listened on. */
  publicUrl?: string
  /** Keeps everything in this directory; in memory without it. */
  dataDir?: string
  account?: string
  holdMs?: number
  /** Pause before the first repetition of a webhook; doubles each time. */
  retryMs?: number
}

export type TestPayments = { url: string; close: () => Promise<void> }

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000

/** Starts the test payment server and says where it listens. */
export async function startTestPayments(options: TestPaymentsOptions): Promise<TestPayments> {
  if (process.env.STORE_MODE === 'live') throw new Error('The test payment server does not run with STORE_MODE=live.')

  const host = options.host ?? '127.0.0.1'
  requireLoopback(host)
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  // Only the process that owns the port opens the files: a second one would rewrite them under the first.
  const engine = openEngine({
    directory: options.dataDir ?? null,
    publicUrl: options.publicUrl ?? url,
    retryMs: options.retryMs ?? 500,
    settings: {
      key: options.key,
      webhookSecret: options.webhookSecret,
      webhookUrl: options.webhookUrl ?? null,
      account: options.account ?? 'acct_test',
      holdMs: options.holdMs ?? WEEK_MS,
    },
  })
  server.on('request', (request, response) => void handle(engine, request, response))

  return {
    url,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      engine.close()
    },
  }
}

async function handle(engine: Engine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    if (!namesThisMachine(request, engine.world.publicUrl)) {
      throw new ApiError(403, 'forbidden', 'This server answers under its own name alone.')
    }
    const url = new URL(request.url ?? '/', engine.world.publicUrl)
    const exchange = { request, response, url }
    if (url.pathname.startsWith('/v1/')) await answerApi(engine, exchange)
    else if (url.pathname.startsWith('/pay/')) await answerPayPage(engine, exchange)
    else if (url.pathname.startsWith('/_control/')) await answerControl(engine, exchange)
    else if (url.pathname === '/health') sendJson(response, 200, { ok: true })
    else throw new ApiError(404, 'not_found', 'There is nothing here.')
  } catch (error) {
    const known = error instanceof ApiError ? error : new ApiError(500, 'internal', 'Something broke.')
    if (response.headersSent || response.destroyed) return void response.destroy()
    sendJson(response, known.status, refusal(known))
  }
}
