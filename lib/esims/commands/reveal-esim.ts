import 'server-only'
import { CONSENT_TEXT_VERSION } from '#lib/checkout/rules/consent-text.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { databaseNow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOnEsim, type Caller, holdsEsim } from '#lib/core/rules/caller.ts'
import { openStoredEsim } from '#lib/esims/commands/open-stored-esim.ts'
import { requireLiveShare } from '#lib/esims/commands/shares/require-live-share.ts'
import { getEsimToOpen, markRevealed } from '#lib/esims/repository/esims.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { findPayingPayment } from '#lib/payments/repository/payments.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'
import type { OpenedEsim } from '#lib/settings/rules/shop.ts'

/** Two facts that the traveller confirms before a code is shown, each on its own. */
export type RevealConsent = { serviceStarts: true; withdrawalEnds: true }

/**
 * Shows the activation code of an eSIM, and records who opened it, when, and with which consent; a copy of it goes
 * to the address of the order. No call leaves the house.
 *
 * Opening it again shows it again. Throws `not_found` for an eSIM of somebody else, and `conflict` when its return was
 * asked for, its payment is disputed, or it is not ready.
 */
export async function revealEsim(caller: Caller, esimId: string, consent: RevealConsent): Promise<OpenedEsim> {
  const esim = await getEsimToOpen(esimId)
  if (!esim) throw new AppError('not_found', 'There is no such card.')
  const subject = { id: esim.id, itemId: esim.itemId, orderId: esim.item.orderId }
  if (!holdsEsim(caller, subject)) throw new AppError('not_found', 'There is no such card.')
  if (!esim.revealedAt) await recordReveal(subject, caller, consent)
  // Somebody else's reveal may have come first: the code is theirs alone.
  await requireLiveShare(caller, subject)

  return openStoredEsim(esim)
}

type Subject = { id: string; itemId: string; orderId: string }

async function recordReveal(esim: Subject, caller: Caller, consent: RevealConsent): Promise<void> {
  await transaction(async (tx) => {
    const payment = await findPayingPayment(esim.orderId, tx)
    if (payment?.state === 'DISPUTED')
      throw new AppError('conflict', 'The payment is disputed.', { reason: 'disputed' })
    const at = await databaseNow(tx)
    const by = actorOnEsim(caller, esim)
    const isFirst = await markRevealed(
      esim.id,
      { by, at, consent: { ...consent, text: CONSENT_TEXT_VERSION, at: at.toISOString() } },
      tx,
    )
    if (!isFirst) {
      const now = await getEsimToOpen(esim.id, tx)
      if (now?.revealedAt) return
      const reason = now?.cancelState === 'NONE' ? 'not_ready' : 'return_asked'
      throw new AppError('conflict', `The card cannot be opened: ${reason}.`, { reason })
    }
    // A swap holds the eSIM locked: whether it came first shows now.
    await requireLiveShare(caller, esim, tx)
    const { orderId, itemId } = esim
    await recordAudit({ actor: by, act: 'card.revealed', subject: esim.id, after: { ...consent } }, tx)
    const data = { cardId: esim.id, ...(by.startsWith('share:') ? { by: 'share' } : {}) }
    await recordOrderEvent({ orderId, itemId, kind: 'revealed', actor: by, data }, tx)
    const payload = { at: at.toISOString() }
    const { 'mails.opened': isMailed } = await readSettings(['mails.opened'], tx)
    if (isMailed !== false)
      await queueMail(tx, { kind: 'card_opened', orderId, dedupeKey: `card_opened:${esim.id}`, payload })
  })
}
