import { type Fault, type FaultInput, toFault } from '#sandbox/upstream/faults.ts'

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
const BUYING = ['addEsimOrder', 'addEsimOrderByApiCode', 'renewCard', 'renewCardByApiCode']

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
