import 'server-only'
import { CONSENT_TEXT_VERSION } from '#lib/checkout/rules/consent-text.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { openValue } from '#lib/core/repository/encrypted.ts'
import { databaseNow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, actorOnEsim, type Caller, holdsEsim, requirePermission } from '#lib/core/rules/caller.ts'
import { requireLiveShare } from '#lib/esims/commands/shares.ts'
import { getEsimToOpen, markRevealed, placeOf } from '#lib/esims/repository/esims.ts'
import { emitLpa, parseLpa, toInstallLinks } from '#lib/esims/rules/lpa.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { findPayingPayment } from '#lib/payments/repository/payments.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'
import type { OpenedEsim } from '#lib/settings/rules/shop.ts'

/** Opens the stored code of an eSIM. For callers that have decided and recorded who may see it. */
export function openStoredEsim(esim: { id: string; iccid: string; sealedCode: Uint8Array | null }): OpenedEsim {
  if (!esim.sealedCode) throw new AppError('gone', 'The code of this card is not kept any more.')
  const parsed = parseLpa(openValue(esim.sealedCode, placeOf(esim.id)))
  if (!parsed.ok) throw new AppError('internal', 'A stored code cannot be read.')
  const { code } = parsed

  return {
    id: esim.id,
    iccid: esim.iccid,
    activationCode: emitLpa(code),
    smdpAddress: code.smdpAddress,
    matchingId: code.matchingId,
    asksConfirmationCode: code.asksConfirmationCode || code.confirmationHint !== null,
    confirmationHint: code.confirmationHint,
    links: toInstallLinks(code),
  }
}

/** The code of an eSIM that was opened before. A sealed eSIM, and one of somebody else, is `not_found`. */
export async function openedEsim(caller: Caller, esimId: string): Promise<OpenedEsim> {
  const esim = await getEsimToOpen(esimId)
  const subject = { id: esimId, orderId: esim?.item.orderId ?? '' }
  if (!esim?.revealedAt || !holdsEsim(caller, subject)) {
    throw new AppError('not_found', 'There is no such opened card.')
  }
  await requireLiveShare(caller, subject)

  return openStoredEsim(esim)
}

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

/**
 * Shows the activation code of a delivered eSIM to a member of staff, with a reason, each time with an audit row. A
 * sealed eSIM counts as opened from then on: its code has been seen.
 *
 * Throws `forbidden`, `not_found`, and `conflict` when its return was asked for, its payment is disputed, or it is not
 * delivered.
 */
export async function revealForBuyer(
  caller: Caller,
  input: { orderId: string; esimId: string; reason: string },
): Promise<OpenedEsim> {
  const staff = requirePermission(caller, 'codes.reveal')
  const { orderId, esimId, reason } = input
  const esim = await getEsimToOpen(esimId)
  if (esim?.item.orderId !== orderId) throw new AppError('not_found', 'There is no such card.')
  const actor = actorOf(staff)
  await transaction(async (tx) => {
    if ((await findPayingPayment(orderId, tx))?.state === 'DISPUTED') throw barred('disputed')
    const at = await databaseNow(tx)
    const consent = { staff: true, at: at.toISOString() }
    if (!esim.revealedAt && !(await markRevealed(esimId, { by: actor, at, consent }, tx))) {
      const now = await getEsimToOpen(esimId, tx)
      if (!now?.revealedAt) throw barred(now?.cancelState === 'NONE' ? 'not_ready' : 'return_asked')
    }
    await recordAudit({ actor, role: staff.role, act: 'card.revealed', subject: esimId, reason }, tx)
    await recordOrderEvent({ orderId, itemId: esim.itemId, kind: 'revealed', actor, data: { cardId: esimId } }, tx)
  })

  return openStoredEsim(esim)
}

function barred(reason: 'disputed' | 'not_ready' | 'return_asked'): AppError {
  return new AppError('conflict', `The card cannot be opened: ${reason}.`, { reason })
}
