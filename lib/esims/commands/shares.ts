import type { MadeShare } from '#lib/esims/schema.ts'
import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { hashPin, newPin, pinMatches } from '#lib/core/crypto/tokens.ts'
import { env } from '#lib/core/env.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, actorOnEsim, type Caller, ownsOrder } from '#lib/core/rules/caller.ts'
import { getEsimToOpen, nameTraveller } from '#lib/esims/repository/esims.ts'
import {
  addShare,
  addShareSession,
  countWrongPins,
  endShare,
  findShare,
  findShareByToken,
  findShareOfEsim,
  lockEsimToShare,
  noteRightPin,
  spendPinTry,
  wasTakenBack,
} from '#lib/esims/repository/shares.ts'
import { endOf, MAX_WRONG_PINS, type ShareEnd } from '#lib/esims/rules/shares.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { OrderEventKind } from '#lib/orders/rules/order-history.ts'

/** Throws `not_found` for somebody whose share of an eSIM has ended since the request began. Buyers pass. */
export async function requireLiveShare(caller: Caller, esim: { id: string; orderId: string }, tx?: Tx): Promise<void> {
  const [kind, shareId = ''] = actorOnEsim(caller, esim).split(':')
  if (kind !== 'share') return
  if ((await findShare(shareId, tx))?.endedAt !== null) throw new AppError('not_found', 'The share has ended.')
}

/**
 * Gives one eSIM to one person: a link that opens it with a PIN, and nothing else of the order.
 *
 * Throws `not_found` for an eSIM of somebody else, and `conflict` with `reason` `shared` when somebody has it already,
 * `return_asked` when it goes back, `not_ready` when it is not here.
 */
export async function shareEsim(caller: Caller, esimId: string, name: string | null): Promise<MadeShare> {
  const pin = newPin()
  const pinHash = await hashPin(pin)

  return transaction(async (tx) => {
    const esim = await requireShareable(caller, esimId, tx)
    const now = new Date()
    const before = await findShareOfEsim(esimId, tx)
    if (before && endOf(before, now) === null) throw conflict('shared')
    const made = await addShare({ esimId, pinHash, now }, tx)
    await nameTraveller(esimId, name, tx)
    await note('shared', { caller, esim }, tx)

    return { id: made.id, url: linkOf(made.token), pin }
  })
}

/**
 * Gives the eSIM of a share to somebody else, or to the same person anew: the old link opens nothing from then on.
 *
 * Throws as `shareEsim`, and `conflict` with `reason` `opened` once its code was seen, `ended` when the share is over.
 */
export async function swapShare(caller: Caller, shareId: string, name: string | null): Promise<MadeShare> {
  const { esimId } = await requireOwnShare(caller, shareId)
  const pin = newPin()
  const pinHash = await hashPin(pin)

  return transaction(async (tx) => {
    const esim = await requireShareable(caller, esimId, tx)
    if (esim.revealedAt) throw conflict('opened')
    if (!(await endShare(shareId, 'swapped', tx))) throw conflict('ended')
    const made = await addShare({ esimId, pinHash, now: new Date() }, tx)
    await nameTraveller(esimId, name, tx)
    await note('share_swapped', { caller, esim }, tx)

    return { id: made.id, url: linkOf(made.token), pin }
  })
}

/** Takes an eSIM back: its link opens nothing from then on. Once more does no harm. Throws `not_found`. */
export async function takeShareBack(caller: Caller, shareId: string): Promise<void> {
  const { esim } = await requireOwnShare(caller, shareId)
  await transaction(async (tx) => {
    if (await endShare(shareId, 'taken_back', tx)) await note('share_taken_back', { caller, esim }, tx)
  })
}

/**
 * Gives an eSIM to whom its buyer named, as the mail about it leaves. `null` where there is nothing to give any more: it
 * goes back, somebody has opened it, or it was taken back `since` its mail was first tried. A link that was made before, and
 * that nobody used, opens nothing from then on.
 */
export async function shareAsGift(esimId: string, since: Date): Promise<{ url: string; pin: string } | null> {
  const pin = newPin()
  const pinHash = await hashPin(pin)

  return transaction(async (tx) => {
    const esim = await lockEsimToShare(esimId, tx)
    if (!esim || shareRefusal(esim) || esim.codeRemovedAt) return null
    const before = await findShareOfEsim(esimId, tx)
    if (before?.openedAt || (await wasTakenBack(esimId, since, tx))) return null
    if (before) await endShare(before.id, 'swapped', tx)
    const made = await addShare({ esimId, pinHash, now: new Date() }, tx)
    const { orderId } = esim.item
    const data = { cardId: esim.id, last4: esim.iccid.slice(-4) }
    await recordOrderEvent({ orderId, itemId: esim.itemId, kind: 'shared', actor: 'store', data }, tx)

    return { url: linkOf(made.token), pin }
  })
}

/** Why an eSIM cannot be given to anybody, `null` where it can. */
function shareRefusal({ item, cancelState }: Esim): 'not_ready' | 'return_asked' | null {
  if (item.state !== 'DELIVERED') return 'not_ready'

  return cancelState === 'NONE' || cancelState === 'REFUSED' ? null : 'return_asked'
}

async function requireOwnShare(caller: Caller, shareId: string) {
  const share = await findShare(shareId)
  if (!share || !ownsOrder(caller, share.esim.item.orderId)) throw new AppError('not_found', 'There is no such share.')

  return share
}

type Esim = NonNullable<Awaited<ReturnType<typeof lockEsimToShare>>>

// Locked: a reveal, a return or another share of the same moment comes before or after.
async function requireShareable(caller: Caller, esimId: string, tx: Tx): Promise<Esim> {
  const esim = await lockEsimToShare(esimId, tx)
  if (!esim || !ownsOrder(caller, esim.item.orderId)) throw new AppError('not_found', 'There is no such card.')
  const reason = shareRefusal(esim)
  if (reason) throw conflict(reason)

  return esim
}

function conflict(reason: string): AppError {
  return new AppError('conflict', `The card cannot be shared: ${reason}.`, { reason })
}

function linkOf(token: string): string {
  return new URL(`/e/${token}`, env.PUBLIC_URL).href
}

// The eSIM by its last digits: names are not for a history that nobody can change.
function note(kind: OrderEventKind, { caller, esim }: { caller: Caller; esim: Esim }, tx: Tx): Promise<void> {
  const { orderId } = esim.item
  const data = { cardId: esim.id, last4: esim.iccid.slice(-4) }

  return recordOrderEvent({ orderId, itemId: esim.itemId, kind, actor: actorOf(caller), data }, tx)
}

/**
 * Swaps a link and its PIN for the token of a session that opens this one eSIM.
 *
 * Throws `not_found` for an unknown link, `gone` with `reason` for one that has ended, and `bad_input` with what is `left`
 * for a wrong PIN. The fifth wrong one closes the share, and its buyer is told.
 */
export async function openShare({ token, pin }: { token: string; pin: string }): Promise<string> {
  const share = await findShareByToken(token)
  if (!share) throw new AppError('not_found', 'This link opens nothing.')
  const end = endOf(share, new Date())
  if (end) throw gone(end)
  if (!(await spendPinTry(share.id))) throw await closeShare(share)
  if (!(await pinMatches(share.pinHash, pin))) {
    const left = MAX_WRONG_PINS - (await countWrongPins(share.id))
    if (left <= 0) throw await closeShare(share)
    throw new AppError('bad_input', 'The PIN is wrong.', { fields: ['pin'], left })
  }

  return transaction(async (tx) => {
    const right = await noteRightPin(share.id, tx)
    if (!right) throw gone('closed')
    if (right.isFirst) await recordOrderEvent(eventOf('share_opened', share), tx)

    return addShareSession(share.id, tx)
  })
}

type Share = NonNullable<Awaited<ReturnType<typeof findShareByToken>>>

async function closeShare(share: Share): Promise<AppError> {
  await transaction(async (tx) => {
    if (!(await endShare(share.id, 'closed', tx))) return
    const { orderId } = share.esim.item
    await recordOrderEvent(eventOf('share_closed', share), tx)
    const payload = { last4: share.esim.iccid.slice(-4), at: new Date().toISOString() }
    await queueMail(tx, { kind: 'share_closed', orderId, dedupeKey: `share_closed:${share.id}`, payload })
  })
  wakeWorker()

  return gone('closed')
}

function gone(reason: ShareEnd): AppError {
  return new AppError('gone', `The share has ended: ${reason}.`, { reason })
}

function eventOf(kind: 'share_opened' | 'share_closed', { id, esim }: Share) {
  const { orderId } = esim.item
  const data = { cardId: esim.id, last4: esim.iccid.slice(-4) }

  return { orderId, itemId: esim.itemId, kind, actor: `share:${id}`, data }
}

/** Says who an eSIM is for; `null` takes the name away. Throws `not_found` for an eSIM of somebody else. */
export async function nameEsim(caller: Caller, esimId: string, name: string | null): Promise<void> {
  const esim = await getEsimToOpen(esimId)
  if (!esim || !ownsOrder(caller, esim.item.orderId)) throw new AppError('not_found', 'There is no such card.')
  await transaction((tx) => nameTraveller(esimId, name, tx))
}
