import 'server-only'
import { parseStoredFacts } from '#lib/cancellations/rules/return-facts.ts'
import { listUsage } from '#lib/esims/repository/usage.ts'
import { toUsageView, type UsageView } from '#lib/esims/rules/usage.ts'

/**
 * What is known about the use of these eSIMs, by the eSIM's id. Reads our database only.
 *
 * Asks for no caller: the eSIMs come from an order that the caller was let see.
 */
export async function getUsage(esimIds: string[], now: Date): Promise<Record<string, UsageView>> {
  const esims = await listUsage(esimIds)

  return Object.fromEntries(
    esims.map(({ id, facts, readings, askedAt }) => {
      const { hasInstallSignal, signalReadAt } = parseStoredFacts(facts)
      const isKnown = hasInstallSignal !== null && signalReadAt !== null
      const signal = isKnown ? { hasChip: hasInstallSignal, readAt: new Date(signalReadAt) } : null

      return [id, toUsageView(readings, { askedAt, signal, now })]
    }),
  )
}
