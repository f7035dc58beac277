/**
 * A row of numbers from 0 to below 1 that is the same for the same seed and name, whatever else was drawn elsewhere.
 *
 * @param {number} seed
 * @param {string} name
 */
export function randomRow(seed, name) {
  let state = (Math.imul(seed | 0, 0x9e3779b1) ^ hashOf(name)) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)

    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }

  return {
    next,
    below: (count) => Math.floor(next() * count),
    between: (low, high) => low + next() * (high - low),
    chance: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)],
    /** One of `[weight, value]` pairs. */
    weighted: (pairs) => {
      let left = next() * pairs.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, value] of pairs) {
        left -= weight
        if (left < 0) return value
      }

      return pairs.at(-1)[1]
    },
  }
}

function hashOf(text) {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)

  return hash >>> 0
}
