import 'server-only'
import { isBrandHidden, keepCardInHand } from '#lib/db/cards-in-hand.ts'
import { findBehind } from '#lib/db/top-ups.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { plainText } from '#lib/domain/premark.ts'
import type { SimCardAnswer } from '#lib/domain/sim-card.ts'
import { parseIccid, toPartnerId } from '#lib/domain/upstream-ids.ts'
import { asking } from '#lib/services/asking.ts'
import { readPlaces } from '#lib/services/sim-cards/read-places.ts'
import { refusalOf } from '#lib/services/top-up/read-accepted.ts'
import { currentUpstream } from '#lib/services/upstream.ts'
import { listCards } from '#lib/upstream/index.ts'

const BRAND_LENGTH = 80
const UNKNOWN: SimCardAnswer = { answer: 'unknown', cardId: null, last4: null, brandName: null, places: [] }

/**
 * Asks the network what can be put on the card with a number, whoever holds it.
 *
 * The answer has one shape for every card, ours, a stranger's or nobody's, and says nothing of what was on it. Throws
 * `bad_input` for what is no card number, and `upstream_unavailable`.
 */
export async function checkNumber({ number, locale }: { number: string; locale: string }): Promise<SimCardAnswer> {
  const iccid = parseIccid(number.replaceAll(/[\s-]/g, ''))
  if (!iccid) throw new AppError('bad_input', 'This is no card number.', { reason: 'no_card_number' })
  const states = await asking(() => currentUpstream().call(listCards, { iccids: [iccid] }))
  const state = states.find((one) => one.iccid === iccid)
  if (!state?.isKnown) return UNKNOWN
  const partnerId = toPartnerId(Number(state.partnerId))
  const brandName = plainText(state.brandName, BRAND_LENGTH)
  const card = await keepCardInHand({ iccid, brandName, partnerId })
  const isRefused = state.canTopUp === false || refusalOf(await findBehind(card)) !== null
  const places = isRefused || (await isBrandHidden(partnerId)) ? [] : await readPlaces(iccid, { partnerId, locale })
  const takes = places.some(({ plans }) => plans.length > 0)

  return {
    answer: takes ? 'takes' : 'takes_nothing',
    ...{ cardId: card.id, last4: iccid.slice(-4), brandName },
    places: takes ? places : [],
  }
}
