import type { Transport } from '#sandbox/upstream/request.ts'

export type LoggedCall = {
  seq: number
  at: string
  path: string
  method: string
  transport: Transport
  /** Without token, signature and password. */
  params: Record<string, string>
  reference: string | null
  /** The code answered; null while open and when a fault kept the answer from leaving. */
  code: number | null
  faults: string[]
  orderNum: string | null
}

export type CallLog = { calls: LoggedCall[]; nextSeq: number; hits: Map<string, number> }

const MOST_CALLS = 100_000
const SECRET = new Set(['token', 'sign', 'password'])

export function newCallLog(): CallLog {
  return { calls: [], nextSeq: 1, hits: new Map() }
}

export function logCall(
  log: CallLog,
  call: { at: number; path: string; method: string; transport: Transport; params: Record<string, string> },
): LoggedCall {
  const entry: LoggedCall = {
    seq: log.nextSeq,
    at: new Date(call.at).toISOString(),
    path: call.path,
    method: call.method,
    transport: call.transport,
    params: Object.fromEntries(Object.entries(call.params).filter(([key]) => !SECRET.has(key))),
    reference: call.params.otherOrderId || null,
    code: null,
    faults: [],
    orderNum: null,
  }
  log.nextSeq += 1
  log.calls.push(entry)
  if (log.calls.length > MOST_CALLS) log.calls.splice(0, MOST_CALLS / 10)
  const name = endpointName(call.path)
  log.hits.set(name, (log.hits.get(name) ?? 0) + 1)

  return entry
}

export function callsOf(log: CallLog, filter: { path?: string | undefined; since?: number | undefined }): LoggedCall[] {
  const { path, since = 0 } = filter

  return log.calls.filter(
    (call) => call.seq > since && (path === undefined || endpointName(call.path) === endpointName(path)),
  )
}

/** `/api_esim/getSkus` and `getSkus` are one endpoint to the control plane. */
export function endpointName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
