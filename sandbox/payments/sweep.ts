import type { Change, EventRow } from './rows.ts'
import { planExpiry } from './sessions.ts'
import { paymentEvent, type World } from './world.ts'

const KEY_LIFE_MS = 24 * 60 * 60 * 1_000

/** What time alone changes: sessions run out, holds fall, keys are forgotten. */
export function planSweep(world: World): { changes: Change[]; events: EventRow[] } {
  const now = world.now()
  const sessions = world.store
    .list('session')
    .filter((session) => session.status === 'open' && new Date(session.expiresAt) <= now)
    .map((session) => planExpiry(world, session.id))
  const holds = world.store
    .list('payment')
    .filter(({ status, holdExpiresAt }) => status === 'authorised' && new Date(holdExpiresAt ?? 0) <= now)
    .map((payment) => ({ ...payment, status: 'voided' as const }))
  const keys = forgottenKeys(world, now)

  return {
    changes: [
      ...sessions.flatMap((plan) => plan.changes),
      ...holds.map((row) => ({ table: 'payment' as const, row })),
      ...keys.map((id) => ({ table: 'answer' as const, remove: id })),
    ],
    events: [
      ...sessions.flatMap((plan) => plan.events),
      ...holds.map((payment) => paymentEvent(world, 'payment.voided', payment)),
    ],
  }
}

/** Answers stand in the order in which they were given: behind the first young one there is no old one. */
function forgottenKeys(world: World, now: Date): string[] {
  const ids: string[] = []
  for (const { id, createdAt } of world.store.each('answer')) {
    if (now.getTime() - new Date(createdAt).getTime() < KEY_LIFE_MS) break
    ids.push(id)
  }

  return ids
}
