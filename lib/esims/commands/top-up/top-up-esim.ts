import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, can, holdsEsim, ownsOrder } from '#lib/core/rules/caller.ts'
import {
  type EsimToTopUp,
  findEsimToTopUp,
  findOwnEsimToTopUp,
  type OwnEsimToTopUp,
} from '#lib/esims/repository/top-ups.ts'

/** The eSIM that a top-up is for. Throws when the item names none: the database would not have taken it. */
export async function requireTopUpEsim(item: { id: string; esimId: string | null }, tx?: Tx): Promise<EsimToTopUp> {
  const esim = item.esimId === null ? null : await findEsimToTopUp(item.esimId, tx)
  if (!esim) throw new Error(`Line ${item.id} tops up no card.`)

  return esim
}

/** An eSIM whose order this browser owns. Throws `not_found` for every other one, existing or not. */
export async function requireOwnEsim(caller: Caller, esimId: string): Promise<OwnEsimToTopUp> {
  const esim = await findOwnEsimToTopUp({ id: esimId })
  if (!esim || !ownsOrder(caller, esim.item.orderId)) throw new AppError('not_found', 'There is no such card.')

  return esim
}

/** An eSIM that the caller may look at: its owner, or staff. Throws `not_found` otherwise. */
export async function requireSeenEsim(caller: Caller, esimId: string): Promise<OwnEsimToTopUp> {
  if (!can(caller, 'orders.see')) return requireOwnEsim(caller, esimId)
  const esim = await findOwnEsimToTopUp({ id: esimId })
  if (!esim) throw new AppError('not_found', 'There is no such card.')

  return esim
}

/** As `requireSeenEsim`, and for the person that the eSIM was given to. */
export async function requireHeldEsim(caller: Caller, esimId: string): Promise<OwnEsimToTopUp> {
  const esim = await findOwnEsimToTopUp({ id: esimId })
  if (esim && holdsEsim(caller, { id: esim.id, orderId: esim.item.orderId })) return esim

  return requireSeenEsim(caller, esimId)
}
