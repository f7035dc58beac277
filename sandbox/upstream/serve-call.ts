import type { IncomingMessage, ServerResponse } from 'node:http'
import { endpointName, logCall } from '#sandbox/upstream/call-log.ts'
import type { Endpoint, Outcome } from '#sandbox/upstream/endpoints/endpoint.ts'
import { toEnvelope } from '#sandbox/upstream/envelope.ts'
import { drawFaults } from '#sandbox/upstream/fault-mix.ts'
import { type Fault, takeFault } from '#sandbox/upstream/faults.ts'
import { type Answer, misbehave, pause, sendAnswer } from '#sandbox/upstream/misbehave.ts'
import { perform } from '#sandbox/upstream/perform.ts'
import { readParams } from '#sandbox/upstream/request.ts'
import type { Sandbox } from '#sandbox/upstream/sandbox.ts'
import { now } from '#sandbox/upstream/world.ts'

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
