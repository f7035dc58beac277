import 'server-only'
import { scaled } from '#lib/provider/commands/time-scale.ts'
import { type BreakerKey, claimProbe, findBreakers, recordOutcome } from '#lib/provider/repository/breakers.ts'
import { isUpstreamFailure, type UpstreamErrorKind } from '#lib/provider/rules/upstream-failure.ts'

const PROBE_MS = 30_000
// How long what was read of a breaker is believed: an outage is noticed by all processes within this time.
const FRESH_MS = 500

const FAULTS = new Set<UpstreamErrorKind>(['not_sent', 'timeout', 'network', 'bad_response'])

type Seen = { isSpotless: boolean; at: number }
const seen = new Map<BreakerKey, Seen>()

/** What a caller may do: go ahead, or leave it because the upstream is down. */
export type Admission = 'go' | 'refused'

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
export async function reportOutcome(key: BreakerKey, error: unknown): Promise<void> {
  const isFailure = isUpstreamFailure(error) && FAULTS.has(error.kind)
  const isAnswer = error === null || (isUpstreamFailure(error) && error.code !== null)
  if (!isFailure && !isAnswer) return
  // A success that changes nothing is not written: that would be a row lock for every call.
  if (!isFailure && seen.get(key)?.isSpotless) return
  seen.delete(key)
  await recordOutcome(key, { isFailure, probeMs: probeMs() })
}

function probeMs(): number {
  return scaled(PROBE_MS)
}
