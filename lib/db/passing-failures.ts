import 'server-only'

// serialization_failure, deadlock_detected, lock_not_available
const PASSING_STATES = ['40001', '40P01', '55P03']

/** True for a failure that the same transaction may well not meet again: conflict, deadlock, lock timeout. */
export function isPassing(error: unknown): boolean {
  const seen = new Set<unknown>()
  let current = error
  while (current instanceof Error && !seen.has(current)) {
    seen.add(current)
    if (stateOf(current).some((state) => PASSING_STATES.includes(state))) return true
    current = current.cause
  }

  return false
}

// Prisma wraps the server's answer: P2034 is its own word for a conflict, the state stands below `meta`.
function stateOf(error: Error): string[] {
  const { code, meta, originalCode } = error as { code?: unknown; originalCode?: unknown; meta?: unknown }
  if (code === 'P2034') return ['40001']
  const nested = JSON.stringify(meta ?? {})

  return [
    String(code ?? ''),
    String(originalCode ?? ''),
    ...PASSING_STATES.filter((state) => nested.includes(`"${state}"`)),
  ]
}
