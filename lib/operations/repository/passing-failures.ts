import 'server-only'

// serialization_failure, deadlock_detected, lock_not_available
const PASSING_STATES = ['40001', '40P01', '55P03']
// insufficient_resources: disk full, out of memory, too many connections
const NO_ROOM_CLASS = '53'
// data_exception: a number out of range, a text with NUL, an instant that no column can hold
const DATA_CLASS = '22'
// Of the same class, and a fault of ours: no value from outside is divided by.
const DIVISION_BY_ZERO = '22012'
// Prisma's own words for the same: too long, out of range, more than 64 bits
const DATA_CODES = ['P2000', 'P2020', 'P2033']

/** True for a failure that the same transaction may well not meet again: conflict, deadlock, lock timeout. */
export function isPassing(error: unknown): boolean {
  return statesOf(error).some((state) => PASSING_STATES.includes(state))
}

/** True where the database refused for want of room: no disk, no memory or no connection was left. Nothing was written. */
export function isOutOfRoom(error: unknown): boolean {
  return statesOf(error).some((state) => state.startsWith(NO_ROOM_CLASS))
}

/** True where the database cannot hold what it was given: a value that nobody checked came from outside. */
export function isDataRefused(error: unknown): boolean {
  return statesOf(error).some(
    (state) =>
      DATA_CODES.includes(state) || (state.length === 5 && state.startsWith(DATA_CLASS) && state !== DIVISION_BY_ZERO),
  )
}

// What the server said of a failure and of what caused it.
function statesOf(error: unknown): string[] {
  const seen = new Set<Error>()
  for (let current = error; current instanceof Error && !seen.has(current); current = current.cause) seen.add(current)

  return [...seen].flatMap(stateOf)
}

// Prisma wraps the server's answer: P2034 is its own word for a conflict, the state stands below `meta`.
function stateOf(error: Error): string[] {
  const { code, meta, originalCode } = error as { code?: unknown; originalCode?: unknown; meta?: unknown }
  if (code === 'P2034') return ['40001']
  const nested = [...JSON.stringify(meta ?? {}).matchAll(/"([0-9A-Z]{5})"/g)].map(([, state]) => String(state))

  return [String(code ?? ''), String(originalCode ?? ''), ...nested]
}
