import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, can, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import { adopt } from '#lib/fulfilment/commands/held-acts/adopt.ts'
import { cancelFirst, giveBack, writeOff } from '#lib/fulfilment/commands/held-acts/give-back.ts'
import { acceptAsItCame, deliverPartial, fetchAgain, release } from '#lib/fulfilment/commands/held-acts/go-on.ts'
import {
  changedMeanwhile,
  type Deciding,
  type HeldOutcome,
  type HeldWish,
} from '#lib/fulfilment/commands/held-acts/held-wish.ts'
import { lookAgain, lookSoon } from '#lib/fulfilment/commands/held-acts/look-again.ts'
import { placeAgain } from '#lib/fulfilment/commands/held-acts/place-again.ts'
import { readHeldCase } from '#lib/fulfilment/repository/held-lines.ts'
import { type HeldAct, heldChoices, needsSecond, permissionFor } from '#lib/fulfilment/rules/held-acts.ts'
import { requireWithinLimit } from '#lib/orders/commands/support-limit.ts'
import { withSecondPerson } from '#lib/orders/commands/with-second-person.ts'

const TYPED: readonly HeldAct[] = ['place_again', 'write_off']

const STEPS: Record<HeldAct, (deciding: Deciding) => Promise<HeldOutcome>> = {
  look_again: lookAgain,
  adopt,
  accept: acceptAsItCame,
  fetch_again: fetchAgain,
  deliver_partial: deliverPartial,
  release,
  place_again: placeAgain,
  refund: giveBack,
  cancel: cancelFirst,
  write_off: writeOff,
}

/**
 * Carries out what a person has decided about a held line, or has one of unknown fate looked for at once: once, with
 * reason, audit row and history.
 *
 * Throws `forbidden`, `not_found`, `bad_input` (the order number is not typed right), and `conflict` with `reason`:
 * `changed` (the page is old), `barred` (with `bar`), `own_wish`, or what the step says.
 */
export async function decideHeld(caller: Caller, wish: HeldWish): Promise<{ outcome: HeldOutcome }> {
  requireSomeRight(caller, wish.act)
  const held = await readHeldCase(wish)
  if (!held) throw new AppError('not_found', 'There is no such line.')
  const { reason } = held.line
  const permission = permissionFor(wish.act, reason)
  const staff = requirePermission(caller, permission)
  // A look changes nothing at the network: whatever the page knew, it is asked for what is true now.
  if (held.line.state === 'UNKNOWN' && wish.act === 'look_again') {
    const outcome = await lookSoon({ held, wish, staff })
    wakeWorker()

    return { outcome }
  }
  if (held.line.state !== 'HELD' || held.epoch !== wish.epoch) throw changedMeanwhile()
  const bar = heldChoices(held.facts).find(({ act }) => act === wish.act)?.bar ?? null
  if (bar) throw new AppError('conflict', `This cannot be done: ${bar}.`, { reason: 'barred', bar })
  if (TYPED.includes(wish.act)) requireTyped(wish, held.line.order.number)
  if (wish.act === 'cancel') await requireWithinLimit(staff, held.line.priceMinor)
  const deciding = { held, wish, staff }
  const outcome = needsSecond(wish.act, reason) ? await asTwo(deciding, permission) : await STEPS[wish.act](deciding)
  wakeWorker()

  return { outcome }
}

async function asTwo(deciding: Deciding, permission: ReturnType<typeof permissionFor>): Promise<HeldOutcome> {
  const { wish, staff } = deciding
  const { orderId, lineId, act, reason } = wish
  const guarded = { orderId, act: `held.${act}`, wish: { lineId }, reason, permission }

  return (await withSecondPerson(staff, guarded, () => STEPS[act](deciding))) ?? 'waiting'
}

/** Whoever may never do such a thing learns nothing about the line. */
function requireSomeRight(caller: Caller, act: HeldAct): StaffMember {
  const money = permissionFor(act, 'payment_mismatch')

  return requirePermission(caller, can(caller, money) ? money : permissionFor(act, null))
}

function requireTyped({ typed }: HeldWish, number: string): void {
  if (typed?.trim().toUpperCase() === number) return
  throw new AppError('bad_input', 'The order number is not typed as it stands.', { reason: 'not_typed' })
}
