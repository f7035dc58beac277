/** The key under which one request is ordered, kept in this browser so that a second tab or a step back repeats it. */
type KeptKey = { key: string; mark: string }

// Its offers have ended long before.
const KEPT_MS = 86_400_000

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
    dropOld(Date.now())
    localStorage.setItem(PREFIX + quoteId, JSON.stringify({ ...kept, at: Date.now() }))
    inPage.delete(quoteId)
  } catch {
    inPage.set(quoteId, kept)
  }
}

/** Forgets the key of an order that was bought. Its offers are used up: another one cannot be made of them. */
export function forgetOrderKey(quoteId: string): void {
  inPage.delete(quoteId)
  try {
    localStorage.removeItem(PREFIX + quoteId)
  } catch {
    // Forbidden storage holds nothing.
  }
}

function dropOld(now: number): void {
  const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    if (!(now - keptAt(localStorage.getItem(name)) < KEPT_MS)) localStorage.removeItem(name)
  }
}

/** When a key was kept, in milliseconds; 0 for one without a time, and for what cannot be read. */
function keptAt(text: string | null): number {
  try {
    return Number(JSON.parse(text ?? 'null')?.at ?? 0)
  } catch {
    return 0
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
