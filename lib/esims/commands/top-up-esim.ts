import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, can, holdsEsim, ownsOrder } from '#lib/core/rules/caller.ts'
import {
  type EsimToTopUp,
  findEsimToTopUp,
  findOwnEsimToTopUp,
  type OwnEsimToTopUp,
  saveFirstOrder,
} from '#lib/esims/repository/top-ups.ts'
import { listedOf } from '#lib/fulfilment/repository/attempts.ts'
import { findClaimed } from '#lib/fulfilment/repository/provider-orders.ts'
import type { WorkItem } from '#lib/orders/repository/items.ts'
import { daysAround, readOrderPages, searchLegacyPage } from '#lib/provider/commands/order-pages.ts'
import { iccidSchema } from '#lib/provider/rules/provider-ids.ts'
import { CLOCK_TOLERANCE_MS, ORDER_STATUS, type ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'

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
export async function requireOwnedEsim(caller: Caller, esimId: string): Promise<OwnEsimToTopUp> {
  const esim = await findOwnEsimToTopUp({ id: esimId })
  if (esim && holdsEsim(caller, { id: esim.id, orderId: esim.item.orderId })) return esim

  return requireSeenEsim(caller, esimId)
}

const LEGACY_PAGE_SIZE = 100

/**
 * What stands on the eSIM of a top-up and did not before its call: plans under no reference of another line, claimed by
 * nobody.
 *
 * `isDoubtful` tells of a row that a person has to judge: there are several, or the list says that it is older than the
 * call, or not whether it is a top-up at all. A clock that is wrong must not make an order look like none. `isProof`: the list of the eSIM
 * was read whole and shows what it must, so that nothing in it means that there is nothing.
 */
export type EsimCheck = { rows: ProviderOrderRow[]; isDoubtful: (row: ProviderOrderRow) => boolean; isProof: boolean }

/** A purchase has no eSIM yet, and a look by reference alone asks for none. */
export const NO_ESIM: EsimCheck = { rows: [], isDoubtful: () => false, isProof: false }

type Question = { since: Date; ours: ReadonlySet<string> }

/** Asks the provider what was put on the eSIM of a top-up. `ours` are the orders that its reference has found already. */
export async function checkEsim(item: WorkItem, { since, ours }: Question): Promise<EsimCheck> {
  if (item.kind === 'PURCHASE') return NO_ESIM
  const esim = await requireTopUpEsim(item)
  const { rows, isEnd, isWhole } = await readOrderPages({ iccid: iccidSchema.parse(esim.iccid) })
  const isOfEsim = (row: ProviderOrderRow) => row.plans.some(({ iccid }) => iccid === esim.iccid)
  // The order that the eSIM came with, or one that stood on it before, must be in its own list, and nothing else's: otherwise the filter proves nothing.
  const isProof = isWhole && rows.some(({ orderNum }) => orderNum === esim.orderNum) && rows.every(isOfEsim)
  const earliest = since.getTime() - CLOCK_TOLERANCE_MS
  const isSure = ({ isTopUp, createdAt }: ProviderOrderRow) =>
    isTopUp === true && (createdAt === null || createdAt.getTime() >= earliest)
  const known = new Set([...ours, ...listedBefore(item), ...(esim.orderNum === null ? [] : [esim.orderNum])])
  const news = rows.filter((row) => row.isTopUp !== false && isOfEsim(row) && !known.has(row.orderNum))
  const claimed = await findClaimed(news.map(({ orderNum }) => orderNum))
  const free = news.filter(({ orderNum, status }) => !claimed.has(orderNum) && status !== ORDER_STATUS.cancelled)
  const mine = await withoutStrangers(free, { itemRef: item.itemRef, since })
  // Of a list without an end others may stand behind.
  const isAlone = isEnd && mine.length + ours.size === 1

  return { rows: mine, isDoubtful: (row) => mine.includes(row) && !(isAlone && isSure(row)), isProof }
}

// Calls that were proven not to have bought: what was listed before a later one is older than that one.
const HARMLESS = ['PREPARED', 'NOT_SENT', 'REJECTED']

/** What the network listed for the eSIM before the first call that may have bought: none of it is the item's. */
function listedBefore({ attempts }: WorkItem): string[] {
  return listedOf(attempts.find(({ state }) => !HARMLESS.includes(state)) ?? { evidence: null })
}

/**
 * Returns the orders that stand on an eSIM before we put one on it: what its list shows later beside them is new, whatever
 * its time. One of an eSIM that we did not sell is kept: a list that shows it later may be believed. An eSIM without any
 * stays without that proof.
 */
export async function listFormerOrders({ id, iccid, orderNum, item }: EsimToTopUp): Promise<string[]> {
  const { rows } = await readOrderPages({ iccid: iccidSchema.parse(iccid) })
  // A provider that does not filter by it lists the orders of everybody.
  const listed = rows.filter((row) => row.plans.some((plan) => plan.iccid === iccid))
  const [first] = listed
  if (first && item === null && orderNum === null) await saveFirstOrder(id, first.orderNum)

  return listed.map((row) => row.orderNum)
}

/** Leaves out what carries the reference of another order. The legacy list is the only one that spells it out. */
async function withoutStrangers(rows: ProviderOrderRow[], { itemRef, since }: { itemRef: string; since: Date }) {
  if (rows.length === 0) return rows
  const question = { created: daysAround(since), pageSize: LEGACY_PAGE_SIZE }
  const legacy = await searchLegacyPage(question)
  const echoes = new Map(legacy.rows.map((row) => [row.orderNum, row.itemRef]))

  return rows.filter(({ orderNum }) => [null, undefined, '', itemRef].includes(echoes.get(orderNum)))
}
