import 'server-only'
import { db, type Tx } from './client.ts'

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

/** Notes that what these objects are like now has been read and applied. */
export async function markEventsApplied(provider: string, objectIds: string[], client: Tx = db()): Promise<void> {
  await client.providerEvent.updateMany({
    where: { provider, objectId: { in: objectIds }, state: 'RECEIVED' },
    data: { state: 'APPLIED', appliedAt: new Date() },
  })
}
