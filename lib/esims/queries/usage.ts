import 'server-only'
import { parseStoredFacts } from '#lib/cancellations/rules/return-facts.ts'
import { listUsage } from '#lib/esims/repository/usage.ts'
import { toUsageView, type UsageView } from '#lib/esims/rules/usage.ts'

/**
 * What is known about the use of these cards, by card id. Reads our database only.
 *
 * Asks for no caller: the cards come from an order that the caller was let see.
 */
export async function getUsage(cardIds: string[], now: Date): Promise<Record<string, UsageView>> {
  const cards = await listUsage(cardIds)

  return Object.fromEntries(
    cards.map(({ id, facts, readings, askedAt }) => {
      const { hasInstallSignal, signalReadAt } = parseStoredFacts(facts)
      const isKnown = hasInstallSignal !== null && signalReadAt !== null
      const signal = isKnown ? { hasChip: hasInstallSignal, readAt: new Date(signalReadAt) } : null

      return [id, toUsageView(readings, { askedAt, signal, now })]
    }),
  )
}
