import type { ItemStatus, OrderEventView } from '#lib/settings/rules/shop.ts'

type TeamHistory = {
  items: readonly { id: string; status: ItemStatus }[]
  /** Oldest first. */
  history: readonly Pick<OrderEventView, 'at' | 'itemId' | 'kind'>[]
}

/** Since when a person looks at an order: the first of its items that are with the team now. `null` where no record says. */
export function withTeamSince({ items, history }: TeamHistory): Date | null {
  const moments = items
    .filter(({ status }) => status === 'with_team')
    // A line may have been with the team before: that is over. What is about the payment names no line.
    .flatMap(({ id }) => history.findLast((event) => isReview(event) && [id, null].includes(event.itemId))?.at ?? [])

  return moments.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}

function isReview({ kind }: TeamHistory['history'][number]): boolean {
  return kind === 'held'
}
