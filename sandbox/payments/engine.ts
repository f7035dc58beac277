import { createHash } from 'node:crypto'
import { type Courier, createCourier, honest } from './courier.ts'
import { createFaults, type Faults } from './faults.ts'
import type { AnswerRow } from './rows.ts'
import { openStore } from './store.ts'
import { planSweep } from './sweep.ts'
import { ApiError, type Plan, type World } from './world.ts'

export type Answer = { status: number; body: unknown }

/** One call that reached the server, as a test may ask about it. */
type CallEntry = { seq: number; at: string; method: string; path: string; endpoint: string; key: string | null }

export type Engine = {
  world: World
  faults: Faults
  courier: Courier
  calls: CallEntry[]
  clockOffsetMs(): number
  setClock(offsetMs: number): void
  sweep(): void
  carryOut(plan: Plan): Answer
  /** Carries out a plan once per key: a repeat gets the first answer, whatever it was. */
  once(key: string | null, fingerprint: string, plan: () => Plan): Answer
  reset(): void
  close(): void
}

export type EngineOptions = {
  directory: string | null
  settings: World['settings']
  publicUrl: string
  retryMs: number
}

export function openEngine({ directory, settings, publicUrl, retryMs }: EngineOptions): Engine {
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

  const once: Engine['once'] = (key, fingerprint, plan) => {
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
    setClock: (offsetMs) => {
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
