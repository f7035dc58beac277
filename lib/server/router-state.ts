const KINDS = ['c', 'ci(..)(..)', 'ci(.)', 'ci(..)', 'ci(...)', 'oc', 'd', 'di(..)(..)', 'di(.)', 'di(..)', 'di(...)']
const MARKS = ['refetch', 'inside-shared-layout', 'metadata-only']
const MOST_CHARACTERS = 40_000

/**
 * Whether the header in which a browser says what it shows already can be read: Next answers 500 when it cannot.
 *
 * A test holds it against Next's own reading.
 */
export function isRouterState(header: string | string[] | undefined): boolean {
  if (header === undefined) return true
  if (typeof header !== 'string' || header.length > MOST_CHARACTERS) return false
  try {
    return isState(JSON.parse(decodeURIComponent(header)))
  } catch {
    return false
  }
}

function isState(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 2 || value.length > 6) return false
  const [segment, children, address, mark, hints, stale] = value

  return (
    isSegment(segment) &&
    isRecord(children) &&
    Object.values(children).every(isState) &&
    (address == null || isTexts(address, 2)) &&
    (mark == null || MARKS.includes(mark)) &&
    (hints == null || Number.isFinite(hints)) &&
    (stale === undefined || typeof stale === 'string')
  )
}

function isSegment(value: unknown): boolean {
  if (typeof value === 'string') return true
  if (!Array.isArray(value) || value.length !== 4) return false
  const [name, key, kind, siblings] = value

  return isTexts([name, key], 2) && KINDS.includes(kind) && (siblings === null || isTexts(siblings))
}

function isTexts(value: unknown, length?: number): boolean {
  if (!Array.isArray(value) || (length !== undefined && value.length !== length)) return false

  return value.every((one) => typeof one === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
