import 'server-only'
import { claimAccountAsk } from '#lib/auth/repository/accounts.ts'
import { storeCardFacts } from '#lib/cancellations/repository/returns.ts'
import { listOwnCards } from '#lib/customers/repository/own-cards.ts'
import { readSignals } from '#lib/esims/commands/card-facts.ts'
import { ASK_EVERY_MS } from '#lib/esims/rules/usage.ts'

type Refreshed = { outcome: 'read' | 'no_answer' | 'too_soon' }

/**
 * Asks the network about the newest hundred cards of a customer, in one call: until when each may be used, whether it takes
 * a top-up, and whether a device reports it. Once in five minutes, however often it is pressed.
 */
export async function refreshOwnCards(
  customer: { accountId: string; email: string },
  now: Date = new Date(),
): Promise<Refreshed> {
  const cards = await listOwnCards(customer.email)
  if (cards.length === 0) return { outcome: 'read' }
  if (!(await claimAccountAsk(customer.accountId, { now, everyMs: ASK_EVERY_MS }))) return { outcome: 'too_soon' }
  const said = await readSignals(cards)
  const answered = cards.filter((card) => said(card).signalReadAt)
  for (const card of answered) await storeCardFacts(card.id, said(card))

  return { outcome: answered.length > 0 ? 'read' : 'no_answer' }
}
