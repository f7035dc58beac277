import 'server-only'
import { readPlaceNames } from '#lib/catalog/queries/places.ts'
import { parseQuoteSnapshot, quotedDays } from '#lib/checkout/rules/quote.ts'
import { db } from '#lib/core/repository/client.ts'
import { type Caller, holdsEsim } from '#lib/core/rules/caller.ts'
import { findShareByToken, listShares } from '#lib/esims/repository/shares.ts'
import { endOf, type ShareEnd, type ShareView, shareState } from '#lib/esims/rules/shares.ts'

/**
 * The latest share of each of these eSIMs, by the eSIM's id. `isUsed` says of which the network reported data.
 *
 * Asks for no caller: the eSIMs come from an order that the caller was let see.
 */
export async function getShares(
  esimIds: string[],
  { isUsed, now }: { isUsed: (esimId: string) => boolean; now: Date },
): Promise<Record<string, ShareView>> {
  const shares = await listShares(esimIds)

  return Object.fromEntries(
    shares.map((share) => {
      const facts = { isRevealed: share.esim.revealedAt !== null, hasData: isUsed(share.esimId), now }
      const { id, createdAt: madeAt, expiresAt, endedAt } = share

      return [share.esimId, { id, state: shareState(share, facts), madeAt, expiresAt, endedAt }]
    }),
  )
}

/** What a link to one eSIM leads to: the question for its PIN, the eSIM, or how it ended. */
export type OpenedShare =
  | { kind: 'unknown' }
  | { kind: 'ended'; end: ShareEnd }
  | { kind: 'locked' }
  | { kind: 'gone' }
  | { kind: 'open'; esim: SharedEsimView }

/** What the token of a link shows this browser. Reads our database only, and of the order nothing but this eSIM. */
export async function getSharedEsim(caller: Caller, token: string, now: Date, locale?: string): Promise<OpenedShare> {
  const share = await findShareByToken(token)
  if (!share) return { kind: 'unknown' }
  const end = endOf(share, now)
  if (end) return { kind: 'ended', end }
  const { id, item } = share.esim
  // Its own PIN, or the order itself: another share of this browser opens nothing here.
  if (!holdsEsim(caller, { id, orderId: item.orderId })) return { kind: 'locked' }
  const esim = await readEsim(id, locale)

  return esim ? { kind: 'open', esim } : { kind: 'gone' }
}

async function readEsim(id: string, locale: string | undefined) {
  const esim = await db().esim.findUnique({
    where: { id, item: { state: 'DELIVERED' } },
    select: {
      iccid: true,
      travellerName: true,
      activateBefore: true,
      revealedAt: true,
      codeRemovedAt: true,
      cancelState: true,
      item: {
        select: { quote: { select: { days: true, startDate: true, skuId: true, locale: true, snapshot: true } } },
      },
    },
  })
  if (!esim) return null
  const { quote } = esim.item
  const { destination, amount, term, networks, words, canTopUp, startsAtOnce } = parseQuoteSnapshot(quote.snapshot)
  const days = quotedDays({ term }, quote.days)
  const nameOf = await readPlaceNames([quote], locale)

  return {
    id,
    iccidLast4: esim.iccid.slice(-4),
    travellerName: esim.travellerName,
    activateBefore: esim.activateBefore,
    revealedAt: esim.revealedAt,
    codeRemovedAt: esim.codeRemovedAt,
    isGoingBack: esim.cancelState !== 'NONE' && esim.cancelState !== 'REFUSED',
    plan: {
      destination: nameOf(quote, destination),
      ...{ amount, term, days, startDate: quote.startDate, networks, words, canTopUp, startsAtOnce },
    },
  }
}

/** One eSIM as the person it was given to reads it: no price, no address, no order and no other card. */
export type SharedEsimView = NonNullable<Awaited<ReturnType<typeof readEsim>>>
