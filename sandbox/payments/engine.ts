import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { invalid, readCount, readText, toFields } from './input.ts'
import type { AnswerRow, Change, EventRow } from './rows.ts'
import { planExpiry } from './sessions.ts'
import { signatureHeader } from './signature.ts'
import { openStore, type Store } from './store.ts'
import { ApiError, type Plan, paymentEvent, type World } from './world.ts'

export type Answer = { status: number; body: unknown }

/** One call that reached the server, as a test may ask about it. */
type CallEntry = { seq: number; at: string; method: string; path: string; endpoint: string; key: string | null }

export type EngineOptions = {
  directory: string | null
  settings: World['settings']
  publicUrl: string
  retryMs: number
}

export function openEngine({ directory, settings, publicUrl, retryMs }: EngineOptions) {
  const store = openStore(directory)
  const clockOffsetMs = () => store.get('clock', 'clock')?.offsetMs ?? 0
  const world: World = { store, settings, publicUrl, now: () => new Date(Date.now() + clockOffsetMs()) }
  const faults = createFaults()
  const courier = createCourier({ store, secret: settings.webhookSecret, retryMs })
  const calls: CallEntry[] = []

  const commit = ({ changes, events }: Pick<Plan, 'changes' | 'events'>) => {
    store.commit([...changes, ...events.map((row) => ({ table: 'event' as const, row }))])
    courier.send(events)
  }

  const carryOut = (plan: Plan): Answer => {
    commit(plan)

    return { status: plan.status, body: plan.body }
  }

  const remember = (row: AnswerRow, plan: Plan): Answer =>
    // One commit: a key that is known without its act, or an act without its key, would move money twice.
    carryOut({ ...plan, changes: [...plan.changes, { table: 'answer', row }] })

  /** Carries out a plan once per key: a repeat gets the first answer, whatever it was. */
  const once = (key: string | null, fingerprint: string, plan: () => Plan): Answer => {
    if (key === null) return carryOut(plan())
    const known = store.get('answer', key)
    if (known && known.fingerprint !== fingerprint) {
      throw new ApiError(422, 'key_reused', 'This key was used for something else.')
    }
    if (known) return { status: known.status, body: known.body }

    const made = planOrRefusal(plan)
    const { status, body } = made

    return remember({ id: key, fingerprint, status, body, createdAt: world.now().toISOString() }, made)
  }

  const timer = setInterval(() => commit(planSweep(world)), 500)
  timer.unref()
  courier.resume()

  return {
    world,
    faults,
    courier,
    calls,
    clockOffsetMs,
    setClock: (offsetMs: number) => {
      store.commit([{ table: 'clock', row: { id: 'clock', offsetMs } }])
      commit(planSweep(world))
    },
    sweep: () => commit(planSweep(world)),
    carryOut,
    once,
    reset: () => {
      store.clear()
      faults.clear()
      courier.misbehave(honest)
      calls.length = 0
    },
    close: () => {
      clearInterval(timer)
      courier.close()
      store.close()
    },
  }
}

export type Engine = ReturnType<typeof openEngine>

export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([method, path, body]))
    .digest('hex')
}

/** A refusal is an answer too, and a repeat must get the same one; a malformed request is not remembered. */
function planOrRefusal(plan: () => Plan): Plan {
  try {
    return plan()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 400) throw error

    return { changes: [], events: [], status: error.status, body: refusal(error) }
  }
}

export function refusal(error: ApiError): { error: { code: string; message: string } } {
  return { error: { code: error.code, message: error.message } }
}

const KEY_LIFE_MS = 24 * 60 * 60 * 1_000

/** What time alone changes: sessions run out, holds fall, keys are forgotten. */
function planSweep(world: World): { changes: Change[]; events: EventRow[] } {
  const now = world.now()
  const sessions = world.store
    .list('session')
    .filter((session) => session.status === 'open' && new Date(session.expiresAt) <= now)
    .map((session) => planExpiry(world, session.id))
  const authorisations = world.store
    .list('payment')
    .filter(({ status, holdExpiresAt }) => status === 'authorised' && new Date(holdExpiresAt ?? 0) <= now)
    .map((payment) => ({ ...payment, status: 'voided' as const }))
  const keys = expiredKeys(world, now)

  return {
    changes: [
      ...sessions.flatMap((plan) => plan.changes),
      ...authorisations.map((row) => ({ table: 'payment' as const, row })),
      ...keys.map((id) => ({ table: 'answer' as const, remove: id })),
    ],
    events: [
      ...sessions.flatMap((plan) => plan.events),
      ...authorisations.map((payment) => paymentEvent(world, 'payment.voided', payment)),
    ],
  }
}

/** Answers stand in the order in which they were given: behind the first young one there is no old one. */
function expiredKeys(world: World, now: Date): string[] {
  const ids: string[] = []
  for (const { id, createdAt } of world.store.each('answer')) {
    if (now.getTime() - new Date(createdAt).getTime() < KEY_LIFE_MS) break
    ids.push(id)
  }

  return ids
}

type FaultKind = 'silence' | 'reset' | 'status' | 'delay'

/** Hits the next `times` calls of one endpoint, before anything is stored or when everything is. */
type Fault = {
  endpoint: string
  when: 'before' | 'after'
  kind: FaultKind
  times: number
  status: number
  delayMs: number
}

type Exchange = { request: IncomingMessage; response: ServerResponse }

function createFaults() {
  let faults: Fault[] = []

  return {
    add: (fault: Fault) => faults.push(fault),
    list: () => faults.map((fault) => ({ ...fault })),
    clear: () => {
      faults = []
    },
    /** Plays a due fault. `true`: the call has been dealt with, say nothing more. */
    strike: async (endpoint: string, when: Fault['when'], exchange: Exchange) => {
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

/** How webhooks misbehave until told otherwise. */
export type CourierFaults = {
  drop: boolean
  /** How often each event is sent, all at once. */
  copies: number
  /** Events of this many milliseconds are collected and sent in random order; 0 sends at once. */
  shuffleMs: number
  delayMs: number
  signature: 'good' | 'bad'
  /** `altered`: the body is changed after it was signed. */
  body: 'signed' | 'altered'
  /** Added to the time stamp before signing. */
  stampOffsetSeconds: number
}

export const honest: CourierFaults = {
  drop: false,
  copies: 1,
  shuffleMs: 0,
  delayMs: 0,
  signature: 'good',
  body: 'signed',
  stampOffsetSeconds: 0,
}

type Options = { store: Store; secret: string; retryMs: number }

const MAX_ATTEMPTS = 50
const MAX_PAUSE_MS = 60_000
const PATIENCE_MS = 10_000

function createCourier({ store, secret, retryMs }: Options) {
  let faults = honest
  let collected: EventRow[] = []
  let isClosed = false
  const timers = new Set<NodeJS.Timeout>()
  const end = new AbortController()

  const later = (delayMs: number, action: () => void) => {
    if (isClosed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      action()
    }, delayMs)
    timers.add(timer)
  }

  const record = (id: string, change: Partial<EventRow>) => {
    const row = store.get('event', id)
    // Gone after a reset: its story is over.
    if (!isClosed && row) store.commit([{ table: 'event', row: { ...row, ...change } }])

    return row
  }

  const attempt = async (event: EventRow, isFirstCopy: boolean) => {
    const status = await post(event, { secret, faults, signal: end.signal })
    const before = store.get('event', event.id)
    if (isClosed || !before || before.outcome !== 'waiting') return
    const isAccepted = status !== null && status >= 200 && status < 300
    const attempts = before.attempts + 1
    const failed = attempts < MAX_ATTEMPTS ? 'waiting' : 'given_up'
    record(event.id, { attempts, lastStatus: status, outcome: isAccepted ? 'delivered' : failed })
    // Copies of one event share its retries: only the first comes back.
    if (isAccepted || failed === 'given_up' || !isFirstCopy) return
    later(Math.min(retryMs * 2 ** Math.min(attempts - 1, 20), MAX_PAUSE_MS), () => void attempt(event, true))
  }

  const start = (event: EventRow) => {
    const go = () => {
      for (let copy = 0; copy < faults.copies; copy += 1) void attempt(event, copy === 0)
    }
    if (faults.drop) record(event.id, { outcome: 'dropped' })
    else if (faults.delayMs > 0) later(faults.delayMs, go)
    else go()
  }

  const collect = (event: EventRow) => {
    if (faults.shuffleMs === 0) return start(event)
    collected.push(event)
    if (collected.length > 1) return
    later(faults.shuffleMs, () => {
      const batch = shuffled(collected)
      collected = []
      batch.forEach(start)
    })
  }

  const send = (events: EventRow[]) => {
    for (const event of events) if (event.outcome === 'waiting') collect(event)
  }

  return {
    send,
    /** Sends again what was waiting when the process ended. */
    resume: () => send(store.list('event')),
    misbehave: (next: CourierFaults) => {
      faults = next
    },
    faults: () => faults,
    close: () => {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      end.abort()
    },
  }
}

type Posting = { secret: string; faults: CourierFaults; signal: AbortSignal }

async function post(event: EventRow, { secret, faults, signal }: Posting): Promise<number | null> {
  const { id, type, data, createdAt, url } = event
  const body = JSON.stringify({ id, type, createdAt, livemode: false, data })
  // Wall clock, whatever the clock of this server was set to: the receiver compares it with its own.
  const stamp = Math.floor(Date.now() / 1_000) + faults.stampOffsetSeconds
  const key = faults.signature === 'good' ? secret : `${secret}-wrong`

  try {
    const response = await fetch(url ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'test-payments-signature': signatureHeader(body, key, stamp) },
      body: faults.body === 'signed' ? body : body.replace('"livemode":false', '"livemode":true'),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    })
    await response.body?.cancel()

    return response.status
  } catch {
    return null
  }
}

function shuffled(events: EventRow[]): EventRow[] {
  return events
    .map((event) => ({ event, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ event }) => event)
}
