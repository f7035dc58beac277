import type { quotePlanCall } from '#lib/checkout/schema.ts'
import { call, RequestFailure } from '#lib/core/client/request.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'
import type { quotePhysicalSimTopUpCall, quoteTopUpCall } from '#lib/esims/schema.ts'
import { chosenCurrency } from '#lib/pricing/client/currency-choice.ts'
import { giveUpCurrency } from '#lib/pricing/client/stopped-currency.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/** A choice to be priced. `seenUnitMinor` is the price the buyer was looking at. */
export type QuoteBody = {
  planId: string
  count: number
  days?: number
  startDate?: string
  locale: string
  seenUnitMinor?: number
  /** The one to pay in; the store's own where none is named. */
  currency?: string
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

/**
 * As `requestQuote`, in the currency that this browser has chosen; the price seen is that of one piece in the store's own.
 * A currency that has stopped is given up, and the store's own asked for at once.
 */
export async function requestChosenQuote(input: QuoteBody & { seenUnitMinor: number }): Promise<QuoteView> {
  const currency = chosenCurrency()
  if (currency === undefined) return requestQuote(input)
  const { seenMinor } = await import('#lib/pricing/client/chosen-prices.ts')
  try {
    return await requestQuote({ ...input, currency, seenUnitMinor: seenMinor(input.seenUnitMinor) })
  } catch (thrown) {
    if (!isCurrencyStopped(thrown)) throw thrown
    giveUpCurrency(currency)

    return requestQuote(input)
  }
}

/** Whether an offer was refused because the shop does not sell in its currency any more. */
export function isCurrencyStopped(thrown: unknown): boolean {
  return thrown instanceof RequestFailure && thrown.details.reason === 'currency'
}

/** One plan for one eSIM: there is no number to choose, and no first day. */
function toTopUp({ planId, days, locale, seenUnitMinor, currency }: QuoteBody) {
  return {
    planId,
    locale,
    ...(days === undefined ? {} : { days }),
    ...(seenUnitMinor === undefined ? {} : { seenUnitMinor }),
    ...(currency === undefined ? {} : { currency }),
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
    currency: quote.unit.currency,
    ...(quote.topUp === null ? {} : { esimId: quote.topUp.esimId, isInHand: quote.topUp.orderId === null }),
  }
}
