import 'server-only'
import { plainText } from '#lib/catalog/rules/premark.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { asking } from '#lib/esims/commands/asking.ts'
import { readPlaces } from '#lib/esims/commands/sim-cards/read-places.ts'
import { refusalOf } from '#lib/esims/commands/top-up/read-accepted.ts'
import { isBrandHidden, keepCardInHand } from '#lib/esims/repository/cards-in-hand.ts'
import { findBehind } from '#lib/esims/repository/top-ups.ts'
import type { SimCardAnswer } from '#lib/esims/rules/sim-card.ts'
import { currentUpstream } from '#lib/provider/commands/upstream.ts'
import { listCards } from '#lib/provider/index.ts'
import { parseIccid, toPartnerId } from '#lib/provider/rules/upstream-ids.ts'

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
