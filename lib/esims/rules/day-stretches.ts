/** A stretch of time, its end not included. */
export type DayStretch = { from: Date; until: Date }

const DAY_MS = 86_400_000

/** The UTC day of an instant. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/**
 * Returns the parts of `span` that have to be added up from their rows: the marked days, and the days of which it holds
 * a part only. `days` names all of them; every other day of the span is as it was added up before.
 *
 * Neighbours are one part, but none goes beyond its month: each is a statement of its own, with a time that it may take.
 */
export function liveStretches(
  span: DayStretch,
  marked: readonly string[],
): { days: string[]; stretches: DayStretch[] } {
  if (span.from >= span.until) return { days: [], stretches: [] }
  const isWithin = (day: string) => day >= dayOf(span.from) && startOf(day) < span.until
  const cut = [span.from, span.until].flatMap((at) => (startOf(dayOf(at)).getTime() === at.getTime() ? [] : dayOf(at)))
  const days = [...new Set([...marked.filter(isWithin), ...cut])].toSorted()
  const stretches: DayStretch[] = []
  for (const day of days) {
    const from = laterOf(startOf(day), span.from)
    const until = earlierOf(new Date(startOf(day).getTime() + DAY_MS), span.until)
    const last = stretches.at(-1)
    const isNext = last?.until.getTime() === from.getTime() && !day.endsWith('-01')
    if (last && isNext) last.until = until
    else stretches.push({ from, until })
  }

  return { days, stretches }
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

function laterOf(a: Date, b: Date): Date {
  return a > b ? a : b
}

function earlierOf(a: Date, b: Date): Date {
  return a < b ? a : b
}
