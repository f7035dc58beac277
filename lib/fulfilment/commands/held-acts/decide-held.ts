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
  type HeldInput,
  type HeldOutcome,
} from '#lib/fulfilment/commands/held-acts/held-input.ts'
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
 * `changed` (the page is old), `barred` (with `bar`), `own_request`, or what the step says.
 */
export async function decideHeld(caller: Caller, input: HeldInput): Promise<{ outcome: HeldOutcome }> {
  requireSomeRight(caller, input.act)
  const held = await readHeldCase(input)
  if (!held) throw new AppError('not_found', 'There is no such line.')
  const { reason } = held.line
  const permission = permissionFor(input.act, reason)
  const staff = requirePermission(caller, permission)
  // A look changes nothing at the network: whatever the page knew, it is asked for what is true now.
  if (held.line.state === 'UNKNOWN' && input.act === 'look_again') {
    const outcome = await lookSoon({ held, input, staff })
    wakeWorker()

    return { outcome }
  }
  if (held.line.state !== 'HELD' || held.epoch !== input.epoch) throw changedMeanwhile()
  const bar = heldChoices(held.facts).find(({ act }) => act === input.act)?.bar ?? null
  if (bar) throw new AppError('conflict', `This cannot be done: ${bar}.`, { reason: 'barred', bar })
  if (TYPED.includes(input.act)) requireTyped(input, held.line.order.number)
  if (input.act === 'cancel') await requireWithinLimit(staff, held.line.priceMinor)
  const deciding = { held, input, staff }
  const outcome = needsSecond(input.act, reason) ? await asTwo(deciding, permission) : await STEPS[input.act](deciding)
  wakeWorker()

  return { outcome }
}

async function asTwo(deciding: Deciding, permission: ReturnType<typeof permissionFor>): Promise<HeldOutcome> {
  const { input, staff } = deciding
  const { orderId, lineId, act, reason } = input
  const guarded = { orderId, act: `held.${act}`, input: { lineId }, reason, permission }

  return (await withSecondPerson(staff, guarded, () => STEPS[act](deciding))) ?? 'waiting'
}

/** Whoever may never do such a thing learns nothing about the line. */
function requireSomeRight(caller: Caller, act: HeldAct): StaffMember {
  const money = permissionFor(act, 'payment_mismatch')

  return requirePermission(caller, can(caller, money) ? money : permissionFor(act, null))
}

function requireTyped({ typed }: HeldInput, number: string): void {
  if (typed?.trim().toUpperCase() === number) return
  throw new AppError('bad_input', 'The order number is not typed as it stands.', { reason: 'not_typed' })
}
