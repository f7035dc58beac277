import 'server-only'
import { readPlaceNames } from '#lib/catalog/queries/place-names.ts'
import { parseQuoteSnapshot, quotedDays } from '#lib/checkout/rules/quote-snapshot.ts'
import { db } from '#lib/core/repository/client.ts'
import { type Caller, holdsCard } from '#lib/core/rules/caller.ts'
import { findShareByToken, listShares } from '#lib/esims/repository/shares.ts'
import { endOf, type SharedCard, type ShareEnd, type ShareView, shareState } from '#lib/esims/rules/shares.ts'

/**
 * The latest share of each of these cards, by card id. `isUsed` says of which the network reported data.
 *
 * Asks for no caller: the cards come from an order that the caller was let see.
 */
export async function getShares(
  cardIds: string[],
  { isUsed, now }: { isUsed: (cardId: string) => boolean; now: Date },
): Promise<Record<string, ShareView>> {
  const shares = await listShares(cardIds)

  return Object.fromEntries(
    shares.map((share) => {
      const facts = { isRevealed: share.card.revealedAt !== null, hasData: isUsed(share.cardId), now }
      const { id, createdAt: madeAt, expiresAt, endedAt } = share

      return [share.cardId, { id, state: shareState(share, facts), madeAt, expiresAt, endedAt }]
    }),
  )
}

/** What a link to one eSIM leads to: the question for its PIN, the eSIM, or how it ended. */
export type OpenedShare =
  | { kind: 'unknown' }
  | { kind: 'ended'; end: ShareEnd }
  | { kind: 'locked' }
  | { kind: 'gone' }
  | { kind: 'open'; card: SharedCard }

/** What the token of a link shows this browser. Reads our database only, and of the order nothing but this card. */
export async function getSharedCard(caller: Caller, token: string, now: Date, locale?: string): Promise<OpenedShare> {
  const share = await findShareByToken(token)
  if (!share) return { kind: 'unknown' }
  const end = endOf(share, now)
  if (end) return { kind: 'ended', end }
  const { id, line } = share.card
  // Its own PIN, or the order itself: another share of this browser opens nothing here.
  if (!holdsCard(caller, { id, orderId: line.orderId })) return { kind: 'locked' }
  const card = await readCard(id, locale)

  return card ? { kind: 'open', card } : { kind: 'gone' }
}

async function readCard(id: string, locale: string | undefined): Promise<SharedCard | null> {
  const card = await db().card.findUnique({
    where: { id, line: { state: 'DELIVERED' } },
    select: {
      iccid: true,
      travellerName: true,
      activateBefore: true,
      revealedAt: true,
      codeRemovedAt: true,
      cancelState: true,
      line: {
        select: { quote: { select: { days: true, startDate: true, skuId: true, locale: true, snapshot: true } } },
      },
    },
  })
  if (!card) return null
  const { quote } = card.line
  const { destination, amount, term, networks, words, canTopUp, startsAtOnce } = parseQuoteSnapshot(quote.snapshot)
  const days = quotedDays({ term }, quote.days)
  const nameOf = await readPlaceNames([quote], locale)

  return {
    id,
    iccidLast4: card.iccid.slice(-4),
    travellerName: card.travellerName,
    activateBefore: card.activateBefore,
    revealedAt: card.revealedAt,
    codeRemovedAt: card.codeRemovedAt,
    isGoingBack: card.cancelState !== 'NONE' && card.cancelState !== 'REFUSED',
    plan: {
      destination: nameOf(quote, destination),
      ...{ amount, term, days, startDate: quote.startDate, networks, words, canTopUp, startsAtOnce },
    },
  }
}
