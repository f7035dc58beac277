import 'server-only'
import { answerCards } from '#lib/cancellations/commands/return-answers.ts'
import { listReturnCards, type ReturnCard } from '#lib/cancellations/repository/returns.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { refreshCardFacts } from '#lib/esims/commands/card-facts.ts'
import type { CancellationEligibility } from '#lib/esims/rules/admin-cards.ts'
import { SHOWN_POLICY } from '#lib/refunds/rules/refund-answer.ts'

/** Tells whether a card can go back, from what is known here: nothing is asked. Throws `forbidden`, `not_found`. */
export async function cancellationEligibility(caller: Caller, cardId: string): Promise<CancellationEligibility> {
  requirePermission(caller, 'returns.see')
  const [answered] = await answerCards([await requireCard(cardId)], { policy: SHOWN_POLICY, caller })
  if (!answered) throw new AppError('not_found', 'There is no such card.')
  const { answer, facts } = answered

  return { answer: answer.answer, until: answer.until, reasons: answer.reasons, facts }
}

/**
 * Reads the facts of a card from the network again, by two calls. `isRead` tells whether both were answered; what was
 * not stays with its age. Throws `forbidden`, `not_found`.
 */
export async function readFactsAgain(caller: Caller, cardId: string): Promise<{ isRead: boolean }> {
  const staff = requirePermission(caller, 'iccids.see')
  const askedAt = new Date()
  const card = await requireCard(cardId)
  await recordAudit({ actor: actorOf(staff), role: staff.role, act: 'card.facts_read', subject: cardId })
  await refreshCardFacts([card], 0)
  const row = await db().card.findUnique({ where: { id: cardId }, select: { factsReadAt: true } })

  // The date is that of the older reading: it is new when both are.
  return { isRead: row?.factsReadAt ? row.factsReadAt >= askedAt : false }
}

async function requireCard(cardId: string): Promise<ReturnCard> {
  const found = await db().card.findUnique({ where: { id: cardId }, select: { line: { select: { orderId: true } } } })
  const cards = found ? await listReturnCards(found.line.orderId) : []
  const card = cards.find(({ id }) => id === cardId)
  if (!card) throw new AppError('not_found', 'There is no such card.')

  return card
}
