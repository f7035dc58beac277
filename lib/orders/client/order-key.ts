/** The key under which one request is ordered, kept in this browser so that a second tab or a step back repeats it. */
type KeptKey = { key: string; mark: string }

const PREFIX = 'order-key:'

// Storage may be full or refused: the key then lives as long as the page.
const inPage = new Map<string, KeptKey>()

/**
 * Returns the key for ordering `request` from an offer: the same one for the same request in every tab of this browser, a new
 * one after the request was changed.
 */
export function orderKey(quoteId: string, body: unknown): string {
  const mark = markOf(JSON.stringify(body))
  const kept = readKept(quoteId)
  if (kept?.mark === mark) return kept.key
  const key = randomKey()
  keep(quoteId, { key, mark })

  return key
}

function readKept(quoteId: string): KeptKey | null {
  const here = inPage.get(quoteId)
  if (here) return here
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + quoteId) ?? 'null')
    const isKept = typeof kept === 'object' && kept !== null && 'key' in kept && 'mark' in kept

    return isKept ? { key: String(kept.key), mark: String(kept.mark) } : null
  } catch {
    return null
  }
}

function keep(quoteId: string, kept: KeptKey): void {
  try {
    localStorage.setItem(PREFIX + quoteId, JSON.stringify(kept))
  } catch {
    inPage.set(quoteId, kept)
  }
}

/** Returns a new key for one request. */
// Not `crypto.randomUUID`: a shop tried out over plain HTTP has none.
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

// FNV-1a. It only tells a changed request from the same one; the address itself is not kept.
function markOf(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }

  return hash.toString(16)
}
