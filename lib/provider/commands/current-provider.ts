import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { env, requireSetting } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { assertNoTransaction } from '#lib/core/repository/client.ts'
import { scaled, unscaled } from '#lib/provider/commands/throttle.ts'
import {
  createTokenManager,
  SessionUnavailable,
  sessionTimes,
  type TokenManager,
} from '#lib/provider/commands/token-manager.ts'
import {
  type CallRecord,
  createProvider,
  logIn,
  type Provider,
  ProviderError,
  type TokenSource,
} from '#lib/provider/index.ts'
import { type BreakerKey, claimProbe, findBreakers, recordOutcome } from '#lib/provider/repository/breakers.ts'
import { addCall } from '#lib/provider/repository/calls.ts'
import { freeReadSlot, makeReadSlots, takeReadSlot } from '#lib/provider/repository/read-slots.ts'
import { isProviderFailure, type ProviderErrorKind } from '#lib/provider/rules/provider-failure.ts'

type Wired = { mark: string; client: Provider; tokens: TokenManager }

// Module variables on purpose: a bundle of the web part and one of the worker may stand in the same process, each with
// its own copy of the client's error classes and marks. What has to be shared lies in the database.
let wired: Wired | null = null
const subject = new AsyncLocalStorage<string>()
const pendingRecords = new Set<Promise<void>>()

/**
 * Returns the client of the configured account: shared session, call log, breakers, and at most eight reads in flight.
 *
 * A call throws `ProviderError` only; with an open breaker, or no place for a read, it is `not_sent`.
 */
export function currentProvider(): Provider {
  const mark = configMark()
  if (wired?.mark !== mark) wired = wire(mark)

  return guarded(wired.client)
}

/** Runs work whose calls belong to an item, so that the call log says so. */
export function aboutItem<Result>(itemId: string, work: () => Promise<Result>): Promise<Result> {
  return subject.run(itemId, work)
}

/** Asks for a session, logging in only when there is none to use. Throws when there is none to be had. */
export async function requireSession(): Promise<{ epoch: number }> {
  currentProvider()
  const session = await wired?.tokens.get()

  return { epoch: session?.epoch ?? 0 }
}

/**
 * Waits until a renewal of the session that is due is over: it waits for calls that may buy, and would wait for the one that
 * is about to be sent. Where no session is to be had the call itself says so.
 */
export async function awaitSession(): Promise<void> {
  currentProvider()
  try {
    await wired?.tokens.ready()
  } catch (error) {
    if (!(error instanceof SessionUnavailable)) throw error
  }
}

/** Resolves when every call so far is in the log. */
export async function callsLogged(): Promise<void> {
  await Promise.all(pendingRecords)
}

/** Ends kept connections and forgets the client, at the end of a process or of a test. */
export async function closeProvider(): Promise<void> {
  const open = wired
  wired = null
  forgetReadSlots()
  seen.clear()
  await callsLogged()
  await open?.client.close()
}

function wire(mark: string): Wired {
  const account = {
    baseUrl: requireSetting('RESELLER_API_URL'),
    httpUrl: env.RESELLER_API_HTTP_URL ?? '',
    secret: requireSetting('RESELLER_API_SECRET'),
    signForm: env.RESELLER_API_SIGN_FORM,
    onCall: recordCall,
  }
  const noTokens: TokenSource = {
    get: () => Promise.reject(new Error('A login has no session.')),
    expired: async () => null,
  }
  const signedOut = createProvider({ ...account, tokens: noTokens })
  const credentials = { phone: requireSetting('RESELLER_API_PHONE'), password: requireSetting('RESELLER_API_PASSWORD') }
  const tokens = createTokenManager({
    logIn: () => signedOut.call(logIn, credentials),
    configMark: mark,
    times: sessionTimes(unscaled(1)),
  })

  return { mark, client: createProvider({ ...account, tokens }), tokens }
}

function guarded({ call, close }: Provider): Provider {
  return {
    close,
    call: async (endpoint, params, options) => {
      assertNoTransaction(endpoint.name)
      // Another address, asked for a buyer's curiosity: its silence says nothing of the one that sells.
      if (endpoint.base === 'http') return inReadSlot(endpoint.name, () => call(endpoint, params, options))
      const breaker = endpoint.effect === 'read' ? 'reads' : 'placements'
      const run = async () => {
        // Asked when a place is free: whoever waited for one may find the provider silent since.
        if ((await admit(breaker)) === 'refused') {
          throw new ProviderError({ endpoint: endpoint.name, kind: 'not_sent', problem: 'the breaker is open' })
        }
        try {
          const result = await call(endpoint, params, options)
          await reportOutcome(breaker, null)

          return result
        } catch (error) {
          await reportOutcome(breaker, error)
          throw error
        }
      }

      return endpoint.effect === 'read' ? inReadSlot(endpoint.name, run) : run()
    },
  }
}

function recordCall(record: CallRecord): void {
  const { class: outcome, ...facts } = record
  const { endpoint, code, latencyMs } = record
  log.info('upstream call', { endpoint, class: outcome, durationMs: latencyMs, ...(code !== null && { code }) })
  const written = addCall({ ...facts, class: outcome, itemId: subject.getStore() ?? null })
    .catch((error: unknown) => log.warn('call log not written', { endpoint: record.endpoint, error }))
    .finally(() => pendingRecords.delete(written))
  pendingRecords.add(written)
}

/** Names the settings of the account without containing them: a change makes stored sessions worthless. */
function configMark(): string {
  const settings = [
    env.RESELLER_API_URL,
    env.RESELLER_API_PHONE,
    env.RESELLER_API_PASSWORD,
    env.RESELLER_API_SECRET,
    env.RESELLER_API_SIGN_FORM,
  ]

  return createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 32)
}

const PROBE_MS = 30_000
// How long what was read of a breaker is believed: an outage is noticed by all processes within this time.
const FRESH_MS = 500

const FAULTS = new Set<ProviderErrorKind>(['not_sent', 'timeout', 'network', 'bad_response'])

type Seen = { isSpotless: boolean; at: number }
const seen = new Map<BreakerKey, Seen>()

/** What a caller may do: go ahead, or leave it because the provider is down. */
type Admission = 'go' | 'refused'

/** Asks a breaker for one call. While it is open, one caller per 30 seconds goes ahead to try. */
export async function admit(key: BreakerKey): Promise<Admission> {
  const known = seen.get(key)
  if (known?.isSpotless && performance.now() - known.at < FRESH_MS) return 'go'
  const { state, isSpotless } = (await findBreakers())[key]
  seen.set(key, { isSpotless, at: performance.now() })
  if (state === 'closed') return 'go'

  return (await claimProbe(key, probeMs())) ? 'go' : 'refused'
}

/** Tells a breaker how a call ended. Only faults of line and server count: a refusal is an answer. */
async function reportOutcome(key: BreakerKey, error: unknown): Promise<void> {
  const isFailure = isProviderFailure(error) && FAULTS.has(error.kind)
  const isAnswer = error === null || (isProviderFailure(error) && error.code !== null)
  if (!isFailure && !isAnswer) return
  // A success that changes nothing is not written: that would be a row lock for every call.
  if (!isFailure && seen.get(key)?.isSpotless) return
  seen.delete(key)
  await recordOutcome(key, { isFailure, probeMs: probeMs() })
}

function probeMs(): number {
  return scaled(PROBE_MS)
}

const PLACES = 8
const WAIT_MS = 10_000
// Longer than three tries of ten seconds with their pauses: a place is given back by its owner, not by time.
const LEASE_MS = 45_000

let made: Promise<void> | null = null
let inside = 0
const waiting: (() => void)[] = []

/**
 * Runs a read in one of the eight places that the account has over all processes.
 *
 * Throws `ProviderError` of kind `not_sent` when no place becomes free within ten seconds, here or over all processes.
 */
async function inReadSlot<Result>(endpoint: string, run: () => Promise<Result>): Promise<Result> {
  made ??= makeReadSlots(PLACES).catch((error: unknown) => {
    made = null
    throw error
  })
  await made
  await enter(endpoint)
  const owner = randomUUID()
  try {
    const n = await waitForPlace(endpoint, owner)
    try {
      return await run()
    } finally {
      await freeReadSlot(n, owner)
    }
  } finally {
    leave()
  }
}

/** Makes sure once more that the database has the places, at the next read. */
function forgetReadSlots(): void {
  made = null
}

async function waitForPlace(endpoint: string, owner: string): Promise<number> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    const n = await takeReadSlot(owner, LEASE_MS)
    if (n !== null) return n
    if (performance.now() > until) {
      // A database that was put back under a running process may have no places at all.
      forgetReadSlots()
      throw tooMany(endpoint)
    }
    await sleep(50)
  }
}

// A process never holds more than all places, so its own callers queue here and not at the database.
async function enter(endpoint: string): Promise<void> {
  if (inside < PLACES) {
    inside += 1

    return
  }
  await new Promise<void>((resolve, reject) => {
    const take = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(take), 1)
      reject(tooMany(endpoint))
    }, WAIT_MS)
    waiting.push(take)
  })
}

/** No fault of the provider's: its breaker does not hear of it. */
function tooMany(endpoint: string): ProviderError {
  return new ProviderError({ endpoint, kind: 'not_sent', problem: 'too many reads' })
}

function leave(): void {
  const next = waiting.shift()
  // Whoever waits takes over this caller's place, so the count stays.
  if (next) next()
  else inside -= 1
}
