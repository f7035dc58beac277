import type { Transport } from '#sandbox/upstream/request.ts'

const FAULT_KINDS = [
  'delay',
  'silence',
  'reset',
  'drip',
  'truncate',
  'half-open',
  'status',
  'html',
  'code',
  'garbage',
  'wrong-type',
  'invisible',
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

/** `before` strikes instead of the work; `after` strikes once the call has succeeded and its result is on record. */
export type Fault = {
  id: number
  path: string
  when: 'before' | 'after'
  kind: FaultKind
  /** So many calls pass before the first one is struck. */
  skip: number
  times: number
  ms: number | null
  code: number | string | null
  message: string | null
  status: number | null
  match: Record<string, string>
}

export type FaultInput = Pick<Fault, 'path' | 'kind'> & Partial<Omit<Fault, 'id'>>

export type FaultBoard = { faults: Fault[]; nextId: number }

export function newFaultBoard(): FaultBoard {
  return { faults: [], nextId: 1 }
}

export function addFault(board: FaultBoard, input: FaultInput): Fault {
  if (!FAULT_KINDS.includes(input.kind)) throw new Error(`kind must be one of ${FAULT_KINDS.join(', ')}`)
  if (typeof input.path !== 'string') throw new Error('path is missing')
  const when = input.when ?? (input.kind === 'invisible' ? 'after' : 'before')
  if (when !== 'before' && when !== 'after') throw new Error('when must be before or after')
  if (input.kind === 'invisible' && when === 'before') throw new Error('invisible works only after')
  const fault = toFault({ ...input, when }, board.nextId)
  board.nextId += 1
  board.faults.push(fault)

  return fault
}

function toFault(input: FaultInput, id: number): Fault {
  return {
    id,
    path: input.path,
    when: input.when ?? 'before',
    kind: input.kind,
    skip: input.skip ?? 0,
    times: input.times ?? 1,
    ms: input.ms ?? null,
    code: input.code ?? null,
    message: input.message ?? null,
    status: input.status ?? null,
    match: input.match ?? {},
  }
}

type Moment = { path: string; when: 'before' | 'after'; params: Record<string, string> }

/** The first fault due at this moment, used up by one; hiding an order combines with any other. */
export function takeFault(board: FaultBoard, moment: Moment, among: 'invisible' | 'others'): Fault | null {
  const due = board.faults.filter(
    (candidate) => isDue(candidate, moment) && (candidate.kind === 'invisible') === (among === 'invisible'),
  )
  const fault = due.find(({ skip }) => skip === 0)
  for (const waiting of due) if (waiting.skip > 0) waiting.skip -= 1
  if (!fault) return null

  const taken = { ...fault }
  fault.times -= 1
  board.faults = board.faults.filter((candidate) => candidate.times > 0)

  return taken
}

function isDue(fault: Fault, { path, when, params }: Moment): boolean {
  return (
    fault.when === when &&
    (fault.path === '*' || endpointName(fault.path) === endpointName(path)) &&
    Object.entries(fault.match).every(([key, value]) => params[key] === value)
  )
}

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

const MAX_CALLS = 100_000
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
  if (log.calls.length > MAX_CALLS) log.calls.splice(0, MAX_CALLS / 10)
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

export type MixSettings = {
  seed: number
  /** Multiplies the delay of good answers; 0 answers at once. */
  delayScale?: number
  /** After this long a silent connection is cut; null leaves it open. */
  silenceMs?: number | null
  invisibleMs?: number
  /** Faults on `refundOrder` as well. */
  cancellations?: boolean
}

export type FaultMix = { settings: MixSettings; drawn: number; cancellations: number }

const INVISIBLE_MS = 10 * 60_000

/** The calls that buy. */
const BUYING = ['addEsimOrder', 'renewCard', 'renewCardByApiCode']

type Share = { share: number; faults: Omit<FaultInput, 'path'>[] }

/** Shares per hundred orders. What is left is a good answer after 0.2 to 3 seconds. */
const SHARES: Share[] = [
  { share: 5, faults: [{ when: 'after', kind: 'silence' }] },
  { share: 3, faults: [{ when: 'after', kind: 'reset' }] },
  { share: 3, faults: [{ when: 'after', kind: 'html', status: 502 }] },
  { share: 2, faults: [{ when: 'after', kind: 'code', code: 99, message: 'file exception' }] },
  { share: 3, faults: [{ when: 'before', kind: 'silence' }] },
  { share: 3, faults: [{ when: 'before', kind: 'status', status: 500 }] },
  { share: 2, faults: [{ when: 'before', kind: 'code', code: -3, message: 'operation failed' }] },
  {
    share: 1,
    faults: [
      { when: 'after', kind: 'invisible' },
      { when: 'after', kind: 'silence' },
    ],
  },
]

const CANCELLATION_SEED = 7_919

/** Shares per hundred cancellations: lost answers and refusals, after the work and instead of it. */
const CANCELLATION_SHARES: Share[] = [
  { share: 8, faults: [{ when: 'after', kind: 'silence' }] },
  { share: 6, faults: [{ when: 'after', kind: 'reset' }] },
  { share: 3, faults: [{ when: 'after', kind: 'html', status: 502 }] },
  { share: 10, faults: [{ when: 'after', kind: 'code', code: 4, message: 'order status error' }] },
  { share: 3, faults: [{ when: 'after', kind: 'code', code: 22, message: 'operation not permitted' }] },
  { share: 3, faults: [{ when: 'before', kind: 'silence' }] },
  { share: 2, faults: [{ when: 'before', kind: 'reset' }] },
  { share: 2, faults: [{ when: 'before', kind: 'code', code: -3, message: 'operation failed' }] },
  { share: 2, faults: [{ when: 'before', kind: 'code', code: 4, message: 'order status error' }] },
  { share: 2, faults: [{ when: 'before', kind: 'code', code: 22, message: 'operation not permitted' }] },
]

/** What happens to the next order, top-up or cancellation under the mix: the same list for the same seed. */
export function drawFaults(mix: FaultMix, call: string): Fault[] {
  const { seed, delayScale = 1, silenceMs = null, invisibleMs = INVISIBLE_MS, cancellations = false } = mix.settings
  if (cancellations && call === 'refundOrder') {
    const roll = fraction(seed + CANCELLATION_SEED, mix.cancellations++) * 100

    return chosen(CANCELLATION_SHARES, roll).map((input) => toFault({ ...input, path: call, ms: silenceMs }, 0))
  }
  if (!BUYING.includes(call)) return []
  const roll = fraction(seed, mix.drawn * 2) * 100
  const delay = (200 + fraction(seed, mix.drawn * 2 + 1) * 2800) * delayScale
  mix.drawn += 1
  const faults = chosen(SHARES, roll)
  if (faults.length === 0) return [toFault({ path: call, when: 'after', kind: 'delay', ms: Math.round(delay) }, 0)]

  return faults.map((input) =>
    toFault({ ...input, path: call, ms: input.kind === 'invisible' ? invisibleMs : silenceMs }, 0),
  )
}

function chosen(shares: Share[], roll: number): Share['faults'] {
  let upTo = 0
  for (const { share, faults } of shares) {
    upTo += share
    if (roll < upTo) return faults
  }

  return []
}

/** The n-th number of a seeded row, at least 0 and below 1 (a 32-bit mixer). */
function fraction(seed: number, n: number): number {
  let bits = (Math.imul(seed | 0, 0x9e3779b1) + Math.imul(n + 1, 0x85ebca6b)) | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)

  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32
}
