import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { invalid, readCount, readText, toFields } from './input.ts'

type FaultKind = 'silence' | 'reset' | 'status' | 'delay'

/** Hits the next `times` calls of one endpoint, before anything is stored or when everything is. */
export type Fault = {
  endpoint: string
  when: 'before' | 'after'
  kind: FaultKind
  times: number
  status: number
  delayMs: number
}

export type Faults = {
  add(fault: Fault): void
  list(): Fault[]
  clear(): void
  /** Plays a due fault. `true`: the call has been dealt with, say nothing more. */
  strike(endpoint: string, when: Fault['when'], exchange: Exchange): Promise<boolean>
}

type Exchange = { request: IncomingMessage; response: ServerResponse }

export function createFaults(): Faults {
  let faults: Fault[] = []

  return {
    add: (fault) => faults.push(fault),
    list: () => faults.map((fault) => ({ ...fault })),
    clear: () => {
      faults = []
    },
    strike: async (endpoint, when, exchange) => {
      const fault = faults.find((one) => one.when === when && (one.endpoint === endpoint || one.endpoint === '*'))
      if (!fault) return false
      fault.times -= 1
      faults = faults.filter((one) => one.times > 0)

      return play(fault, exchange)
    },
  }
}

export function readFault(body: unknown): Fault {
  const fields = toFields(body)
  const when = fields.when ?? 'before'
  const kind = readText(fields, 'kind')
  if (when !== 'before' && when !== 'after') throw invalid('when is before or after.')
  if (!isKind(kind)) throw invalid('kind is silence, reset, status or delay.')

  return {
    endpoint: readText(fields, 'endpoint'),
    when,
    kind,
    times: fields.times === undefined ? 1 : readCount(fields, 'times', 1),
    status: fields.status === undefined ? 500 : readCount(fields, 'status', 400),
    delayMs: fields.delayMs === undefined ? 1_000 : readCount(fields, 'delayMs'),
  }
}

function isKind(kind: string): kind is FaultKind {
  return ['silence', 'reset', 'status', 'delay'].includes(kind)
}

async function play(fault: Fault, { request, response }: Exchange): Promise<boolean> {
  if (fault.kind === 'delay') {
    await wait(fault.delayMs)

    return false
  }
  if (fault.kind === 'reset') request.socket.resetAndDestroy()
  if (fault.kind === 'status') {
    response.writeHead(fault.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { code: 'fault', message: 'A fault was asked for.' } }))
  }

  return true
}
