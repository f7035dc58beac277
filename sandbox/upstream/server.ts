import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { namesThisMachine, requireLoopback } from '#sandbox/local-only.ts'
import { type Control, makeControl } from '#sandbox/upstream/control.ts'
import { serveControl } from '#sandbox/upstream/control-routes.ts'
import { ENDPOINTS } from '#sandbox/upstream/endpoints/registry.ts'
import { htmlAnswer, sendAnswer } from '#sandbox/upstream/misbehave.ts'
import { newSandbox, type Sandbox } from '#sandbox/upstream/sandbox.ts'
import { serveCall } from '#sandbox/upstream/serve-call.ts'
import { openWorld } from '#sandbox/upstream/world.ts'

export type SandboxOptions = {
  /** 0 picks a free port. */
  port?: number
  host?: string
  /** The folder the state lives in; without it the state dies with the process. */
  dataDir?: string | undefined
  phone?: string
  password?: string
  secret?: string
}

export type RunningSandbox = { url: string; port: number; control: Control; close: () => Promise<void> }

/** A running sandbox upstream. Throws with one clear line in live mode, or when port or folder are taken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  if (process.env.STORE_MODE === 'live') throw new Error('The sandbox upstream does not run with STORE_MODE=live')

  const { phone = '10000000000', password = 'demo-Pass1', secret = 'sandbox-secret-0001', host = '127.0.0.1' } = options
  requireLoopback(host)
  const world = await openWorld({ phone, password, secret }, options.dataDir)
  const sandbox = newSandbox(world)
  const control = makeControl(sandbox)
  const server = createServer((request, response) => {
    serve({ sandbox, control }, request, response).catch((error: unknown) => {
      // A full disk or an unreadable request: the caller learns nothing it could rely on.
      console.log(`sandbox upstream failed on ${request.method}: ${error instanceof Error ? error.message : error}`)
      if (response.headersSent) response.destroy()
      else sendAnswer(htmlAnswer(500, 'Internal Server Error'), response)
    })
  })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(options.port ?? 0, host, resolve)
    })
  } catch (error) {
    await world.journal.close()
    throw error
  }
  const { port } = server.address() as AddressInfo

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    control,
    close: async () => {
      sandbox.stop.abort()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await world.journal.close()
    },
  }
}

type Running = { sandbox: Sandbox; control: Control }

async function serve({ sandbox, control }: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!namesThisMachine(request)) return sendAnswer(htmlAnswer(403, 'Forbidden'), response)
  const url = new URL(request.url ?? '/', 'http://sandbox.invalid')
  if (url.pathname === '/_hits') {
    const body = JSON.stringify(Object.fromEntries(sandbox.log.hits))

    return sendAnswer({ status: 200, type: 'application/json', body }, response)
  }
  if (url.pathname.startsWith('/_control/')) return serveControl({ sandbox, control }, { request, response, url })

  const endpoint = ENDPOINTS.get(url.pathname)
  const isRead = request.method === 'GET' || request.method === 'POST'
  const isServed =
    endpoint && isRead && (request.method === 'POST' || endpoint.method === 'GET' || endpoint.access === 'login')
  // The service answers a page, and status 200, for what it does not know.
  if (!isServed) return sendAnswer(htmlAnswer(200, 'Welcome'), response)

  return serveCall(sandbox, { endpoint, request, response, url })
}
