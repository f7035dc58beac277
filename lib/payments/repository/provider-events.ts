import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'

/** An event of a payment provider: which object changed, never what it says about it. */
export type NewProviderEvent = {
  id: string
  provider: string
  eventId: string
  kind: string
  objectId: string
  isMatched: boolean
}

/** Keeps an event. `false` when it was delivered before: then nothing else happens. */
export async function addProviderEvent({ isMatched, ...event }: NewProviderEvent, tx: Tx): Promise<boolean> {
  const { count } = await tx.providerEvent.createMany({
    data: [{ ...event, state: isMatched ? 'RECEIVED' : 'UNMATCHED' }],
    skipDuplicates: true,
  })

  return count === 1
}

/** What was read at the provider: the ids under which it is known, and the database's time before it was asked. */
export type ProviderReading = { provider: string; objectIds: string[]; readAt: Date }

/** Notes that what these objects were like when they were read has been applied. A later event stays to be looked into. */
export async function markEventsApplied(reading: ProviderReading, client: Tx = db()): Promise<void> {
  const { provider, objectIds, readAt } = reading
  await client.providerEvent.updateMany({
    where: { provider, objectId: { in: objectIds }, state: 'RECEIVED', receivedAt: { lt: readAt } },
    data: { state: 'APPLIED', appliedAt: new Date() },
  })
}
