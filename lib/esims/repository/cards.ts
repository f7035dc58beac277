import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { sealValue } from '#lib/core/repository/sealed.ts'

/** A card as it came with an order. `code` is the emitted activation code, sealed before it is stored. */
export type NewCard = {
  id: string
  iccid: string
  lineId: string
  orderNum: string
  position: number
  priceShareMinor: number
  code: string | null
  codeIssue: string | null
  /** How many fields agreed on the code; left out where there is none. */
  codeSources?: number
  activateBefore: string | null
  travellerName: string | null
}

/** Stores cards, their codes sealed. Returns how many were new: an ICCID belongs to one purchase for ever. */
export async function addCards(cards: NewCard[], tx: Tx): Promise<number> {
  const data = cards.map(({ code, ...card }) => ({
    ...card,
    sealedCode: code === null ? null : sealValue(code, placeOf(card.id)),
  }))
  const { count } = await tx.card.createMany({ data, skipDuplicates: true })

  return count
}

/** Adds the code of a card that came without one. An existing code stays. */
export async function addCode(
  card: Pick<NewCard, 'id' | 'codeIssue' | 'codeSources' | 'activateBefore'> & { code: string },
  tx: Tx,
): Promise<void> {
  await tx.card.updateMany({
    where: { id: card.id, sealedCode: null },
    data: {
      sealedCode: sealValue(card.code, placeOf(card.id)),
      codeIssue: card.codeIssue,
      ...(card.codeSources === undefined ? {} : { codeSources: card.codeSources }),
      ...(card.activateBefore === null ? {} : { activateBefore: card.activateBefore }),
    },
  })
}

/** Where the code of a card is sealed to. */
export function placeOf(cardId: string) {
  return { table: 'Card', id: cardId, field: 'sealedCode' }
}

/** Which of these ICCIDs are stored already. */
export async function findKnownIccids(iccids: string[], client: Tx = db()): Promise<Set<string>> {
  const rows = await client.card.findMany({ where: { iccid: { in: iccids } }, select: { iccid: true } })

  return new Set(rows.map((row) => row.iccid))
}

/** A card with what a reveal has to know. `null` when there is none. */
export async function getCardToOpen(cardId: string, client: Tx = db()) {
  return client.card.findUnique({
    where: { id: cardId },
    select: {
      id: true,
      iccid: true,
      lineId: true,
      sealedCode: true,
      cancelState: true,
      revealedAt: true,
      line: { select: { orderId: true, state: true } },
    },
  })
}

/** Says who a card is for; `null` for nobody in particular. */
export async function nameTraveller(cardId: string, travellerName: string | null, tx: Tx): Promise<void> {
  await tx.card.update({ where: { id: cardId }, data: { travellerName: travellerName || null }, select: { id: true } })
}

/**
 * Notes the first reveal of a card. `false` when it was revealed before, or its cancellation has been asked for.
 *
 * A compare-and-set on the card: a cancellation asked for at the same moment loses or wins, never both.
 */
export async function markRevealed(
  cardId: string,
  { by, consent, at }: { by: string; consent: Record<string, string | boolean>; at: Date },
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.card.updateMany({
    where: {
      id: cardId,
      revealedAt: null,
      codeRemovedAt: null,
      cancelState: { in: ['NONE', 'REFUSED'] },
      line: { state: 'DELIVERED' },
    },
    data: { revealedAt: at, revealedBy: by, revealConsent: consent },
  })

  return count === 1
}
