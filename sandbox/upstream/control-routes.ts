import type { IncomingMessage, ServerResponse } from 'node:http'
import { isFromPage } from '#sandbox/local-only.ts'
import type { Control } from '#sandbox/upstream/control.ts'
import { sendAnswer } from '#sandbox/upstream/misbehave.ts'
import { readBody } from '#sandbox/upstream/request.ts'
import type { Sandbox } from '#sandbox/upstream/sandbox.ts'

// `never` fits every verb: the control plane checks what matters and trusts its loopback caller with the rest.
type Body = never

type Route = (control: Control, input: { body: Body; query: URLSearchParams }) => unknown

const ROUTES: Record<string, Route> = {
  'POST reset': (control) => control.reset(),
  'GET clock': (control) => ({ now: control.clock() }),
  'POST clock': (control, { body }) => ({ now: control.setClock(body) }),
  'GET calls': (control, { query }) => {
    const path = query.get('path')

    return control.calls({ ...(path && { path }), since: Number(query.get('since') ?? 0) })
  },
  'DELETE calls': (control) => control.clearCalls(),
  'GET faults': (control) => control.faults(),
  'POST faults': (control, { body }) => control.addFault(body),
  'DELETE faults': (control) => control.clearFaults(),
  'POST mix': (control, { body }) => control.setMix(body),
  'DELETE mix': (control) => control.setMix(null),
  'POST inventory': (control, { body }) => control.setInventory(body),
  'POST price': (control, { body }) => control.changePlan(body),
  'POST plan': (control, { body }) => control.changePlan(body),
  'POST sku': (control, { body }) => control.changeSku(body),
  'POST usage': (control, { body }) => control.changeUsage(body),
  'POST card': (control, { body }) => control.addCounterCard(body),
  'GET orders': (control) => control.orders(),
  'POST order': (control, { body }) => control.changeOrder(body),
  'GET account': (control) => control.account(),
  'POST account': (control, { body }) => control.changeAccount(body),
  'DELETE session': (control) => control.endSession(),
  'POST latency': (control, { body }) => control.setLatency(body),
}

type Exchange = { request: IncomingMessage; response: ServerResponse; url: URL }

export async function serveControl(
  { sandbox, control }: { sandbox: Sandbox; control: Control },
  exchange: Exchange,
): Promise<void> {
  const { request, response, url } = exchange
  const reply = (status: number, value: unknown) =>
    sendAnswer({ status, type: 'application/json', body: JSON.stringify(value) }, response)
  if (!isLoopback(request.socket.remoteAddress ?? '')) return reply(403, { error: 'loopback only' })
  // What a page in a browser asks, its reader did not ask.
  if (isFromPage(request)) return reply(403, { error: 'for programs only' })

  const route = ROUTES[`${request.method} ${url.pathname.slice('/_control/'.length)}`]
  if (!route) return reply(404, { error: 'unknown control', known: Object.keys(ROUTES) })
  try {
    const text = await readBody(request)
    const result = route(control, { body: JSON.parse(text === '' ? '{}' : text) as never, query: url.searchParams })
    await sandbox.world.journal.flush()
    reply(200, result ?? { ok: true })
  } catch (error) {
    reply(400, { error: error instanceof Error ? error.message : String(error) })
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
}
