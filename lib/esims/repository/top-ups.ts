import 'server-only'
import type { EsimCancelState } from '#lib/cancellations/rules/cancellation-readings.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { type ItemState, UNDELIVERED_STATES } from '#lib/orders/rules/item-states.ts'

const esimSelect = {
  id: true,
  iccid: true,
  orderNum: true,
  cancelState: true,
  item: { select: { id: true, orderId: true, state: true, quote: { select: { skuId: true, snapshot: true } } } },
} as const satisfies Prisma.EsimSelect

type EsimRow = Prisma.EsimGetPayload<{ select: typeof esimSelect }>

/**
 * An eSIM as a top-up needs it: its number, an order that stands on it, and what was sold with it.
 *
 * `line` is `null` for an eSIM that no order of ours brought; `orderNum` then too, until one was seen on it.
 */
export type EsimToTopUp = Omit<EsimRow, 'orderNum' | 'item'> & {
  orderNum: string | null
  item: EsimRow['item'] | null
}

/** An eSIM that an order of ours brought. */
export type OwnEsimToTopUp = EsimRow

/** Reads an eSIM that may be topped up, whoever brought it. `null` when there is none. */
export async function findEsimToTopUp(esimId: string, client: Tx = db()): Promise<EsimToTopUp | null> {
  const own = await findOwnEsimToTopUp({ id: esimId }, client)
  if (own) return own
  const inHand = await findPhysicalSim(esimId, client)

  return inHand && toEsimToTopUp(inHand)
}

/** Reads an eSIM that an order of ours brought. `null` when there is none. */
export async function findOwnEsimToTopUp(
  where: { id: string } | { iccid: string },
  client: Tx = db(),
): Promise<OwnEsimToTopUp | null> {
  return client.esim.findUnique({ where, select: esimSelect })
}

/** Whom an eSIM was sold to, and in which language. `null` when nobody is known for it. */
export async function findBuyerOfEsim(esimId: string): Promise<{ email: string; locale: string } | null> {
  const esim = await db().esim.findUnique({
    where: { id: esimId },
    select: { item: { select: { order: { select: { locale: true, person: { select: { email: true } } } } } } },
  })
  const order = esim?.item.order

  return order?.person.email ? { email: order.person.email, locale: order.locale } : null
}

/** An eSIM in hand in the form of any other. One that an order of ours brought is that eSIM, so that one rule counts. */
export async function findBehind(inHand: PhysicalSim): Promise<EsimToTopUp> {
  return (await findOwnEsimToTopUp({ iccid: inHand.iccid })) ?? toEsimToTopUp(inHand)
}

function toEsimToTopUp({ id, iccid, firstOrderNum }: PhysicalSim): EsimToTopUp {
  return { id, iccid, orderNum: firstOrderNum, cancelState: 'NONE', item: null }
}

/** How far the return of an eSIM is, locked until the transaction ends. `null` when there is no such card. */
export async function lockCancelState(esimId: string, tx: Tx): Promise<EsimCancelState | null> {
  const rows = await tx.$queryRaw<{ state: EsimCancelState }[]>`
    SELECT "cancelState"::text AS "state" FROM "Card" WHERE "id" = ${esimId} FOR UPDATE`
  if (rows[0]) return rows[0].state
  // Nobody can give an eSIM back that we did not sell; it is locked for the same reason.
  const locked = await tx.$queryRaw<unknown[]>`SELECT 1 FROM "CardInHand" WHERE "id" = ${esimId} FOR UPDATE`

  return locked.length > 0 ? 'NONE' : null
}

/**
 * Tells whether another top-up of the same eSIM has a call out, or one whose outcome nobody knows. What turns up on the
 * eSIM must belong to one of them without doubt.
 */
export async function isEsimBusy({ id, esimId }: { id: string; esimId: string }, client: Tx): Promise<boolean> {
  const count = await client.orderItem.count({
    where: {
      esimId,
      kind: 'RENEWAL',
      id: { not: id },
      OR: [
        { state: { in: ['PLACING', 'UNKNOWN'] } },
        { state: 'HELD', attempts: { some: { state: { in: ['SENT', 'UNKNOWN'] } } } },
      ],
    },
  })

  return count > 0
}

/** States in which a top-up of an eSIM is paid and not over: its eSIM must not go back meanwhile. */
const UNDER_WAY: ItemState[] = [...UNDELIVERED_STATES, 'DELIVERED', 'HELD']

/** Which of these eSIMs carry a top-up that was bought, or is being bought. */
export async function findToppedUp(esimIds: string[], client: Tx = db()): Promise<Set<string>> {
  const rows = await client.orderItem.findMany({
    where: { kind: 'RENEWAL', esimId: { in: esimIds }, state: { in: UNDER_WAY } },
    distinct: ['esimId'],
    select: { esimId: true },
  })

  return new Set(rows.flatMap(({ esimId }) => esimId ?? []))
}

/** Tells whether a failure means that another line has taken the one place that an eSIM has. */
export function isPlaceTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2002'
}

const COLUMNS = { id: true, iccid: true, brandName: true, partnerId: true, firstOrderNum: true } as const

/** An eSIM that somebody holds, as its number was typed and the network described it. */
export type PhysicalSim = {
  id: string
  iccid: string
  brandName: string | null
  partnerId: number | null
  firstOrderNum: string | null
}

/** Keeps an eSIM that the network knows. The same number is the same row, with what was said of it last. */
export async function savePhysicalSim(
  esim: Pick<PhysicalSim, 'iccid' | 'brandName' | 'partnerId'>,
): Promise<PhysicalSim> {
  const { iccid, ...said } = esim

  return db().physicalSim.upsert({
    where: { iccid },
    create: { id: newId('cih'), iccid, ...said },
    update: said,
    select: COLUMNS,
  })
}

/** Reads an eSIM in hand. `null` when there is none. */
export async function findPhysicalSim(id: string, client: Tx = db()): Promise<PhysicalSim | null> {
  return client.physicalSim.findUnique({ where: { id }, select: COLUMNS })
}

/** Notes that a price was offered for an eSIM: it stays from now on. */
export async function markQuoted(id: string): Promise<void> {
  await db().physicalSim.updateMany({ where: { id }, data: { quotedAt: new Date() } })
}

/** Notes an order that stands on an eSIM already. The first one that was seen stays. */
export async function saveFirstOrder(id: string, orderNum: string): Promise<void> {
  await db().physicalSim.updateMany({ where: { id, firstOrderNum: null }, data: { firstOrderNum: orderNum } })
}

/** Tells whether eSIMs of a partner may be sold to: not while the shop hides the brand. */
export async function isBrandHidden(partnerId: number | null): Promise<boolean> {
  if (partnerId === null) return false
  const partner = await db().partner.findUnique({ where: { id: partnerId }, select: { isHidden: true } })

  return partner?.isHidden ?? false
}
