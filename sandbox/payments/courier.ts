import type { EventRow } from './rows.ts'
import { signatureHeader } from './signature.ts'
import type { Store } from './store.ts'

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

export type Courier = {
  send(events: EventRow[]): void
  /** Sends again what was waiting when the process ended. */
  resume(): void
  misbehave(faults: CourierFaults): void
  faults(): CourierFaults
  close(): void
}

type Options = { store: Store; secret: string; retryMs: number }

const MAX_ATTEMPTS = 50
const MAX_PAUSE_MS = 60_000
const PATIENCE_MS = 10_000

export function createCourier({ store, secret, retryMs }: Options): Courier {
  let faults = honest
  let collected: EventRow[] = []
  let isClosed = false
  const timers = new Set<NodeJS.Timeout>()
  const end = new AbortController()

  const later = (delayMs: number, act: () => void) => {
    if (isClosed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
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
    resume: () => send(store.list('event')),
    misbehave: (next) => {
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
