import { z } from 'zod'
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

export type TransferOrder = {
  payments: readonly { provider: string; amountMinor: number; capturedMinor: number; reason: string | null }[]
  items: readonly { state: string; reason: string | null; evidence: unknown }[]
}

const ONLY_ITS_SUM = z.object({ misfits: z.tuple([z.literal('amount')]) })

/** What has arrived of a bank transfer that waits for the rest of its sum, and the rest, in minor units; `null` for none. */
export function shortTransferOf({
  payments,
  items,
}: TransferOrder): { arrivedMinor: number; missingMinor: number } | null {
  const isWaiting = items.some(
    ({ state, reason, evidence }) =>
      state === 'HELD' && reason === 'payment_mismatch' && ONLY_ITS_SUM.safeParse(evidence).success,
  )
  const short = payments.find(
    ({ provider, reason, capturedMinor, amountMinor }) =>
      provider === 'bank_transfer' && reason === 'mismatch' && capturedMinor > 0 && capturedMinor < amountMinor,
  )

  return isWaiting && short
    ? { arrivedMinor: short.capturedMinor, missingMinor: short.amountMinor - short.capturedMinor }
    : null
}
