import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { namesThisMachine, requireLoopback } from '#sandbox/local-only.ts'
import { type Control, makeControl, serveControl } from '#sandbox/upstream/control.ts'
import {
  type Call,
  type Endpoint,
  type Outcome,
  PARAMS_MISSING,
  refused,
} from '#sandbox/upstream/endpoints/endpoint.ts'
import { ENDPOINTS } from '#sandbox/upstream/endpoints/registry.ts'
import { drawFaults, endpointName, type Fault, logCall, takeFault } from '#sandbox/upstream/faults.ts'
import { type Answer, htmlAnswer, misbehave, pause, sendAnswer } from '#sandbox/upstream/misbehave.ts'
import { readParams, type Transport } from '#sandbox/upstream/request.ts'
import { newSandbox, type Sandbox } from '#sandbox/upstream/sandbox.ts'
import { now, openWorld } from '#sandbox/upstream/world.ts'

/** Both signatures the specification knows: the plain one in lower case, the percent-encoded one in upper case. */
export function signaturesOf(params: Record<string, string>, secret: string): { plain: string; encoded: string } {
  const pairs = Object.entries(params).filter(([key, value]) => key !== 'sign' && value !== '')
  const text =
    pairs
      .map(([key, value]) => `${key}=${value}`)
      .sort()
      .join('') + secret
  // All but `A-Z a-z 0-9 - _ . ~`.
  const encoded = encodeURIComponent(text).replace(/[!'()*]/g, escaped)

  return { plain: digest(text), encoded: digest(encoded).toUpperCase() }
}

function digest(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex')
}

function escaped(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
}

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

type Exchange = { endpoint: Endpoint; request: IncomingMessage; response: ServerResponse; url: URL }

/** One API call from its first byte to its last, faults included. */
export async function serveCall(sandbox: Sandbox, exchange: Exchange): Promise<void> {
  const { world, log, board, stop } = sandbox
  const { endpoint, request, response, url } = exchange
  const { params, transport } = await readParams(request, url)
  const { path } = endpoint
  const entry = logCall(log, { at: now(world), path, method: request.method ?? '', transport, params })
  if (sandbox.latencyMs > 0) await pause(sandbox.latencyMs, stop.signal)

  const mixed = sandbox.mix ? drawFaults(sandbox.mix, endpointName(path)) : []
  const before =
    takeFault(board, { path, when: 'before', params }, 'others') ?? mixed.find((fault) => fault.when === 'before')
  if (before) {
    entry.faults.push(`before:${before.kind}`)
    if (before.kind !== 'delay') return misbehave(before, NOTHING_DONE, response, stop.signal)
    await pause(before.ms ?? 0, stop.signal)
  }

  const outcome = perform(endpoint, { world, params, at: now(world) }, transport)
  const after = outcome.ok ? takeAfter(sandbox, { path, params, mixed, outcome }) : null
  // The promise to the caller: an order that was answered is on the disk.
  await world.journal.flush()

  const answer = toAnswer(endpoint, outcome)
  entry.orderNum = (outcome.ok && outcome.order?.orderNum) || null
  if (after) {
    entry.faults.push(`after:${after.kind}`)
    if (after.kind !== 'delay') return misbehave(after, answer, response, stop.signal)
    await pause(after.ms ?? 0, stop.signal)
  }
  entry.code = outcome.ok ? Number(endpoint.success) : outcome.code
  sendAnswer(answer, response)
}

/** Stands where an answer would be when a fault strikes before the work. */
const NOTHING_DONE: Answer = {
  status: 200,
  type: 'application/json;charset=UTF-8',
  body: '{"code":"0","message":"","data":null}',
}

type Success = { path: string; params: Record<string, string>; mixed: Fault[]; outcome: Extract<Outcome, { ok: true }> }

function takeAfter(sandbox: Sandbox, { path, params, mixed, outcome }: Success): Fault | null {
  const { board, world } = sandbox
  const moment = { path, when: 'after', params } as const
  const hide = takeFault(board, moment, 'invisible') ?? mixed.find((fault) => fault.kind === 'invisible')
  if (hide && outcome.order) {
    outcome.order.invisibleUntil = now(world) + (hide.ms ?? 0)
    world.journal.append({ kind: 'order', value: outcome.order })
  }

  return (
    takeFault(board, moment, 'others') ??
    mixed.find((fault) => fault.when === 'after' && fault.kind !== 'invisible') ??
    null
  )
}

function toAnswer(endpoint: Endpoint, outcome: Outcome): Answer {
  return { ...NOTHING_DONE, body: JSON.stringify(toEnvelope(endpoint, outcome)) }
}

/** These refusals carry their code as a number; all others as a text. */
const NUMERIC_REFUSALS = new Set([-2, -10, -30])

/** The JSON body of an answer. A refusal has its `data` left out, null or empty, depending on the code. */
function toEnvelope(endpoint: Endpoint, outcome: Outcome): Record<string, unknown> {
  const detail = endpoint.access === 'listed'
  if (outcome.ok) {
    return {
      code: endpoint.success,
      message: outcome.data === null ? 'success' : 'Successful',
      data: outcome.data,
      ...(detail && { status: 'Success' }),
    }
  }
  const { code, message } = outcome
  if (detail) return { code, message, data: null, status: 'Fail' }
  if (endpoint.access === 'login') return { code, message, data: null }
  const shown = NUMERIC_REFUSALS.has(code) ? code : String(code)
  if (code === -1) return { code: shown, message }

  return { code: shown, message, data: code === -30 ? '' : null }
}

const SESSION_MS = 2 * 3_600_000

/** Runs one call through signature, session and required parameters, in this order, and then the endpoint itself. */
function perform(endpoint: Endpoint, call: Call, transport: Transport): Outcome {
  const params = withoutEmpty(call.params)
  if (endpoint.access === 'listed') return runChecked(endpoint, { ...call, params })
  if (!params.sign || (endpoint.access === 'session' && !params.token)) return PARAMS_MISSING
  if (endpoint.access === 'login' && !hasAll(params, endpoint.required)) {
    return refused(-2, 'username or password is null')
  }
  // The service reads no JSON here: it sees a call without parameters, whose signature cannot be right.
  if (transport === 'json' && endpoint.access !== 'login') return refused(-30, 'sign error')
  const { plain, encoded } = signaturesOf(params, call.world.credentials.secret)
  if (params.sign !== plain && params.sign !== encoded) return refused(-30, 'sign error')
  if (endpoint.access === 'session' && !isLive(call)) return refused(-1, 'token expire')

  return runChecked(endpoint, { ...call, params })
}

function runChecked(endpoint: Endpoint, call: Call): Outcome {
  return hasAll(call.params, endpoint.required) ? endpoint.run(call) : PARAMS_MISSING
}

function isLive({ world, params, at }: Call): boolean {
  const { session } = world

  return session !== null && session.token === params.token && at - session.issuedAt < SESSION_MS
}

function hasAll(params: Record<string, string>, names: string[]): boolean {
  return names.every((name) => params[name] !== undefined)
}

function withoutEmpty(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''))
}
