import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { env, requireSetting } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { assertNoTransaction } from '#lib/core/repository/client.ts'
import { admit, reportOutcome } from '#lib/provider/commands/breaker.ts'
import { forgetReadSlots, inReadSlot } from '#lib/provider/commands/read-slot.ts'
import { sessionTimes } from '#lib/provider/commands/session-times.ts'
import { unscaled } from '#lib/provider/commands/time-scale.ts'
import { createTokenManager } from '#lib/provider/commands/token-manager.ts'
import {
  type CallRecord,
  createUpstream,
  logIn,
  type TokenSource,
  type Upstream,
  UpstreamError,
} from '#lib/provider/index.ts'
import { addCall } from '#lib/provider/repository/call-log.ts'

type Wired = { mark: string; client: Upstream; tokens: TokenSource }

// Module variables on purpose: a bundle of the web part and one of the worker may stand in the same process, each with
// its own copy of the client's error classes and marks. What has to be shared lies in the database.
let wired: Wired | null = null
const subject = new AsyncLocalStorage<string>()
const pendingRecords = new Set<Promise<void>>()

/**
 * Returns the client of the configured account: shared session, call log, breakers, and at most eight reads in flight.
 *
 * A call throws `UpstreamError` only; with an open breaker, or no place for a read, it is `not_sent`.
 */
export function currentUpstream(): Upstream {
  const mark = configMark()
  if (wired?.mark !== mark) wired = wire(mark)

  return guarded(wired.client)
}

/** Runs work whose calls belong to a line, so that the call log says so. */
export function aboutLine<Result>(lineId: string, work: () => Promise<Result>): Promise<Result> {
  return subject.run(lineId, work)
}

/** Asks for a session, logging in only when there is none to use. Throws when there is none to be had. */
export async function requireSession(): Promise<{ epoch: number }> {
  currentUpstream()
  const session = await wired?.tokens.get()

  return { epoch: session?.epoch ?? 0 }
}

/** Resolves when every call so far is in the log. */
export async function callsLogged(): Promise<void> {
  await Promise.all(pendingRecords)
}

/** Ends kept connections and forgets the client, at the end of a process or of a test. */
export async function closeUpstream(): Promise<void> {
  const open = wired
  wired = null
  forgetReadSlots()
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
  const signedOut = createUpstream({ ...account, tokens: noTokens })
  const credentials = { phone: requireSetting('RESELLER_API_PHONE'), password: requireSetting('RESELLER_API_PASSWORD') }
  const tokens = createTokenManager({
    logIn: () => signedOut.call(logIn, credentials),
    configMark: mark,
    times: sessionTimes(unscaled(1)),
  })

  return { mark, client: createUpstream({ ...account, tokens }), tokens }
}

function guarded({ call, close }: Upstream): Upstream {
  return {
    close,
    call: async (endpoint, params, options) => {
      assertNoTransaction(endpoint.name)
      const breaker = endpoint.effect === 'read' ? 'reads' : 'placements'
      if ((await admit(breaker)) === 'refused') {
        throw new UpstreamError({ endpoint: endpoint.name, kind: 'not_sent', problem: 'the breaker is open' })
      }
      const run = () => call(endpoint, params, options)
      try {
        const result = await (endpoint.effect === 'read' ? inReadSlot(endpoint.name, run) : run())
        await reportOutcome(breaker, null)

        return result
      } catch (error) {
        await reportOutcome(breaker, error)
        throw error
      }
    },
  }
}

function recordCall(record: CallRecord): void {
  const { class: outcome, ...facts } = record
  const { endpoint, code, latencyMs } = record
  log.info('upstream call', { endpoint, class: outcome, durationMs: latencyMs, ...(code !== null && { code }) })
  const written = addCall({ ...facts, class: outcome, lineId: subject.getStore() ?? null })
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
