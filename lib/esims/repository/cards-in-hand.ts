import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'

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
