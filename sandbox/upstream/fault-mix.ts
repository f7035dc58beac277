import { type Fault, type FaultWish, toFault } from '#sandbox/upstream/faults.ts'

export type MixSettings = {
  seed: number
  /** Multiplies the delay of good answers; 0 answers at once. */
  delayScale?: number
  /** After this long a silent connection is cut; null leaves it open. */
  silenceMs?: number | null
  invisibleMs?: number
}

export type FaultMix = { settings: MixSettings; drawn: number }

const INVISIBLE_MS = 10 * 60_000

/** The calls that buy: the mix is about these alone. */
export const MIXED_CALLS = ['addEsimOrder', 'renewCard', 'renewCardByApiCode']

/** Shares per hundred orders. What is left is a good answer after 0.2 to 3 seconds. */
const SHARES: { share: number; faults: Omit<FaultWish, 'path'>[] }[] = [
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

/** What happens to the next order or top-up under the mix: the same list for the same seed. */
export function drawFaults(mix: FaultMix): Fault[] {
  const { seed, delayScale = 1, silenceMs = null, invisibleMs = INVISIBLE_MS } = mix.settings
  const roll = fraction(seed, mix.drawn * 2) * 100
  const delay = (200 + fraction(seed, mix.drawn * 2 + 1) * 2800) * delayScale
  mix.drawn += 1

  let upTo = 0
  for (const { share, faults } of SHARES) {
    upTo += share
    if (roll >= upTo) continue

    return faults.map((wish) =>
      toFault({ ...wish, path: 'addEsimOrder', ms: wish.kind === 'invisible' ? invisibleMs : silenceMs }, 0),
    )
  }

  return [toFault({ path: 'addEsimOrder', when: 'after', kind: 'delay', ms: Math.round(delay) }, 0)]
}

/** The n-th number of a seeded row, at least 0 and below 1 (a 32-bit mixer). */
function fraction(seed: number, n: number): number {
  let bits = (Math.imul(seed | 0, 0x9e3779b1) + Math.imul(n + 1, 0x85ebca6b)) | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)

  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32
}
