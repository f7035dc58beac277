import 'server-only'
import type { LineState } from '#lib/domain/line-states.ts'
import type { CardCancelState } from '#lib/domain/return-facts.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { db, type Tx } from './client.ts'

const cardSelect = {
  id: true,
  iccid: true,
  orderNum: true,
  cancelState: true,
  line: { select: { id: true, orderId: true, state: true, quote: { select: { skuId: true, snapshot: true } } } },
} as const satisfies Prisma.CardSelect

/** A card as a top-up needs it: its number, the order it came with, and what was sold with it. */
export type CardToTopUp = Prisma.CardGetPayload<{ select: typeof cardSelect }>

/** Reads a card that may be topped up. `null` when there is none. */
export async function findCardToTopUp(cardId: string, client: Tx = db()): Promise<CardToTopUp | null> {
  return client.card.findUnique({ where: { id: cardId }, select: cardSelect })
}

/** How far the return of a card is, locked until the transaction ends. `null` when there is no such card. */
export async function lockCancelState(cardId: string, tx: Tx): Promise<CardCancelState | null> {
  const rows = await tx.$queryRaw<{ state: CardCancelState }[]>`
    SELECT "cancelState"::text AS "state" FROM "Card" WHERE "id" = ${cardId} FOR UPDATE`

  return rows[0]?.state ?? null
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
const UNDER_WAY = [
  'READY',
  'PLACING',
  'UNKNOWN',
  'REJECTED',
  'PLACED',
  'CAPTURING',
  'FETCHING',
  'DELIVERABLE',
  'DELIVERED',
  'HELD',
] as const satisfies LineState[]

/** Which of these cards carry a top-up that was bought, or is being bought. */
export async function findToppedUp(cardIds: string[], client: Tx = db()): Promise<Set<string>> {
  const rows = await client.line.findMany({
    where: { kind: 'RENEWAL', cardId: { in: cardIds }, state: { in: [...UNDER_WAY] } },
    distinct: ['cardId'],
    select: { cardId: true },
  })

  return new Set(rows.flatMap(({ cardId }) => cardId ?? []))
}

/** Tells whether a failure means that another line has taken the one place that a card has. */
export function isPlaceTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2002'
}
