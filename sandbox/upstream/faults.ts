import { endpointName } from '#sandbox/upstream/call-log.ts'

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

export function toFault(input: FaultInput, id: number): Fault {
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
