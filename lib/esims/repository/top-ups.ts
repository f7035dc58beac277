import 'server-only'
import type { CardCancelState } from '#lib/cancellations/rules/return-facts.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { type LineState, UNDELIVERED_STATES } from '#lib/orders/rules/line-states.ts'

const cardSelect = {
  id: true,
  iccid: true,
  orderNum: true,
  cancelState: true,
  line: { select: { id: true, orderId: true, state: true, quote: { select: { skuId: true, snapshot: true } } } },
} as const satisfies Prisma.CardSelect

type CardRow = Prisma.CardGetPayload<{ select: typeof cardSelect }>

/**
 * A card as a top-up needs it: its number, an order that stands on it, and what was sold with it.
 *
 * `line` is `null` for a card that no order of ours brought; `orderNum` then too, until one was seen on it.
 */
export type CardToTopUp = Omit<CardRow, 'orderNum' | 'line'> & {
  orderNum: string | null
  line: CardRow['line'] | null
}

/** A card that an order of ours brought. */
export type OwnCardToTopUp = CardRow

/** Reads a card that may be topped up, whoever brought it. `null` when there is none. */
export async function findCardToTopUp(cardId: string, client: Tx = db()): Promise<CardToTopUp | null> {
  const own = await findOwnCardToTopUp({ id: cardId }, client)
  if (own) return own
  const inHand = await findCardInHand(cardId, client)

  return inHand && toCardToTopUp(inHand)
}

/** Reads a card that an order of ours brought. `null` when there is none. */
export async function findOwnCardToTopUp(
  where: { id: string } | { iccid: string },
  client: Tx = db(),
): Promise<OwnCardToTopUp | null> {
  return client.card.findUnique({ where, select: cardSelect })
}

/** Whom a card was sold to, and in which language. `null` when nobody is known for it. */
export async function findBuyerOfCard(cardId: string): Promise<{ email: string; locale: string } | null> {
  const card = await db().card.findUnique({
    where: { id: cardId },
    select: { line: { select: { order: { select: { locale: true, person: { select: { email: true } } } } } } },
  })
  const order = card?.line.order

  return order?.person.email ? { email: order.person.email, locale: order.locale } : null
}

/** A card in hand in the form of any other. One that an order of ours brought is that card, so that one rule counts. */
export async function findBehind(inHand: CardInHand): Promise<CardToTopUp> {
  return (await findOwnCardToTopUp({ iccid: inHand.iccid })) ?? toCardToTopUp(inHand)
}

function toCardToTopUp({ id, iccid, firstOrderNum }: CardInHand): CardToTopUp {
  return { id, iccid, orderNum: firstOrderNum, cancelState: 'NONE', line: null }
}

/** How far the return of a card is, locked until the transaction ends. `null` when there is no such card. */
export async function lockCancelState(cardId: string, tx: Tx): Promise<CardCancelState | null> {
  const rows = await tx.$queryRaw<{ state: CardCancelState }[]>`
    SELECT "cancelState"::text AS "state" FROM "Card" WHERE "id" = ${cardId} FOR UPDATE`
  if (rows[0]) return rows[0].state
  // Nobody can give a card back that we did not sell; it is locked for the same reason.
  const held = await tx.$queryRaw<unknown[]>`SELECT 1 FROM "CardInHand" WHERE "id" = ${cardId} FOR UPDATE`

  return held.length > 0 ? 'NONE' : null
}

/**
 * Tells whether another top-up of the same card has a call out, or one whose outcome nobody knows. What turns up on the
 * card must belong to one of them without doubt.
 */
export async function isCardBusy({ id, cardId }: { id: string; cardId: string }, client: Tx): Promise<boolean> {
  const count = await client.line.count({
    where: {
      cardId,
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

/** States in which a top-up of a card is paid and not over: its card must not go back meanwhile. */
const UNDER_WAY: LineState[] = [...UNDELIVERED_STATES, 'DELIVERED', 'HELD']

/** Which of these cards carry a top-up that was bought, or is being bought. */
export async function findToppedUp(cardIds: string[], client: Tx = db()): Promise<Set<string>> {
  const rows = await client.line.findMany({
    where: { kind: 'RENEWAL', cardId: { in: cardIds }, state: { in: UNDER_WAY } },
    distinct: ['cardId'],
    select: { cardId: true },
  })

  return new Set(rows.flatMap(({ cardId }) => cardId ?? []))
}

/** Tells whether a failure means that another line has taken the one place that a card has. */
export function isPlaceTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2002'
}

const COLUMNS = { id: true, iccid: true, brandName: true, partnerId: true, firstOrderNum: true } as const

/** A card that somebody holds, as its number was typed and the network described it. */
export type CardInHand = {
  id: string
  iccid: string
  brandName: string | null
  partnerId: number | null
  firstOrderNum: string | null
}

/** Keeps a card that the network knows. The same number is the same row, with what was said of it last. */
export async function keepCardInHand(card: Pick<CardInHand, 'iccid' | 'brandName' | 'partnerId'>): Promise<CardInHand> {
  const { iccid, ...said } = card

  return db().cardInHand.upsert({
    where: { iccid },
    create: { id: newId('cih'), iccid, ...said },
    update: said,
    select: COLUMNS,
  })
}

/** Reads a card in hand. `null` when there is none. */
export async function findCardInHand(id: string, client: Tx = db()): Promise<CardInHand | null> {
  return client.cardInHand.findUnique({ where: { id }, select: COLUMNS })
}

/** Notes that a price was offered for a card: it stays from now on. */
export async function markQuoted(id: string): Promise<void> {
  await db().cardInHand.updateMany({ where: { id }, data: { quotedAt: new Date() } })
}

/** Notes an order that stands on a card already. The first one that was seen stays. */
export async function saveFirstOrder(id: string, orderNum: string): Promise<void> {
  await db().cardInHand.updateMany({ where: { id, firstOrderNum: null }, data: { firstOrderNum: orderNum } })
}

/** Tells whether cards of a partner may be sold to: not while the shop hides the brand. */
export async function isBrandHidden(partnerId: number | null): Promise<boolean> {
  if (partnerId === null) return false
  const partner = await db().partner.findUnique({ where: { id: partnerId }, select: { isHidden: true } })

  return partner?.isHidden ?? false
}
