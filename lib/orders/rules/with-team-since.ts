import type { LineStatus, OrderEventView } from '#lib/settings/rules/shop.ts'

type Held = {
  lines: readonly { id: string; status: LineStatus }[]
  /** Oldest first. */
  history: readonly Pick<OrderEventView, 'at' | 'lineId' | 'kind'>[]
}

/** Since when a person looks at an order: the first of its lines that are with the team now. `null` where no record says. */
export function withTeamSince({ lines, history }: Held): Date | null {
  const moments = lines
    .filter(({ status }) => status === 'with_team')
    // A line may have been with the team before: that is over. What is about the payment names no line.
    .flatMap(({ id }) => history.findLast((event) => isHold(event) && [id, null].includes(event.lineId))?.at ?? [])

  return moments.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}

function isHold({ kind }: Held['history'][number]): boolean {
  return kind === 'held'
}
