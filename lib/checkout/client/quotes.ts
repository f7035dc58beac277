import type { quotePlanCall } from '#lib/checkout/schema.ts'
import { call } from '#lib/core/client/request.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'
import type { quotePhysicalSimTopUpCall, quoteTopUpCall } from '#lib/esims/schema.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/** A choice to be priced. `seenUnitMinor` is the price the buyer was looking at. */
export type QuoteBody = {
  planId: string
  count: number
  days?: number
  startDate?: string
  locale: string
  seenUnitMinor?: number
  /** The eSIM that the plan is for, where it comes without one of its own; `isInHand` when no order of ours brought it. */
  esimId?: string
  isInHand?: boolean
}

/** Asks for a new offer. Throws `RequestFailure` with `sold_out`, `not_on_sale`, `till_closed` and the like. */
export async function requestQuote(input: QuoteBody, signal?: AbortSignal): Promise<QuoteView> {
  const { esimId, isInHand = false, ...body } = input
  const init = signal ? { signal } : {}
  const { quote } = await (esimId === undefined
    ? call<typeof quotePlanCall>('POST /api/quotes', {
        body: body as RequestOf<typeof quotePlanCall>['body'],
        ...init,
      })
    : call<typeof quoteTopUpCall | typeof quotePhysicalSimTopUpCall>(
        isInHand ? 'POST /api/sim-cards/[id]/quotes' : 'POST /api/esims/[id]/top-ups',
        { params: { id: esimId }, body: toTopUp(body), ...init },
      ))

  return { ...quote, expiresAt: new Date(quote.expiresAt) }
}

/** One plan for one eSIM: there is no number to choose, and no first day. */
function toTopUp({ planId, days, locale, seenUnitMinor }: QuoteBody) {
  return {
    planId,
    locale,
    ...(days === undefined ? {} : { days }),
    ...(seenUnitMinor === undefined ? {} : { seenUnitMinor }),
  }
}

/** The request that an offer came from, to ask for it again. */
export function inputOf(quote: QuoteView, locale: string): QuoteBody {
  return {
    planId: quote.planId,
    count: quote.count,
    ...(quote.term.kind === 'day_pass' ? { days: quote.days } : {}),
    ...(quote.startDate === null ? {} : { startDate: quote.startDate }),
    locale,
    seenUnitMinor: quote.unit.minor,
    ...(quote.topUp === null ? {} : { esimId: quote.topUp.esimId, isInHand: quote.topUp.orderId === null }),
  }
}
