'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { moveOffer } from '#lib/checkout/client/cart-offers.ts'
import { inputOf, isCurrencyStopped, type QuoteBody, requestQuote } from '#lib/checkout/client/quotes.ts'
import { checkoutIdOf } from '#lib/checkout/rules/checkout-id.ts'
import { isLostAnswer, type RequestFailure, toFailure } from '#lib/core/client/request.ts'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { add, type Money, money, sum } from '#lib/core/rules/money.ts'
import { giveUpCurrency } from '#lib/pricing/client/stopped-currency.ts'
import { type PriceChange, priceChange, type SeenPrice } from '#lib/pricing/rules/price-change.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/** What the buyer may change about a plan on this page. */
export type Choice = { count: number; days: number; startDate: string | null }

/** A line of the checkout: its offer, what is wanted of it by now, and a price that has to be accepted first. */
export type Offer = { quote: QuoteView; choice: Choice; change: PriceChange | null }

/** What stands between the buyer and the payment: a code for the words, a reference to quote, and the item, if one. */
export type CheckoutStop = {
  code: string
  reference: string | null
  item: number | null
  count: number
  waitMinutes: number
  /** The least that a card is charged, where the sum is below. */
  least: Money | null
  /** An order was refused so: its buyer has pressed for it. */
  isOfOrder?: true
}

/** `endsAt`: when the offer ends, in milliseconds since the page was opened. */
type OrderItem = { quote: QuoteView; endsAt: number; choice: Choice; seen: SeenPrice }

const SETTLE_MS = 500

type OffersOptions = {
  locale: string
  /** Whether the payment of these offers came to nothing, so that they cannot be ordered again. */
  hasFailed: boolean
  /** Whether new ones are asked for at once, before the buyer says so. */
  isRenewed: boolean
}

/** The offers on the page: what is asked for, what the network answered, and what has to be accepted first. */
export function useOffers(first: QuoteView[], { locale, hasFailed, isRenewed }: OffersOptions) {
  const [items, setItems] = useState<OrderItem[]>(() => first.map(toItem))
  const [stop, setStop] = useState<CheckoutStop | null>(() =>
    first.some(({ msLeft }) => msLeft === 0) ? ended() : null,
  )
  const [stops, setStops] = useState(0)
  const [isLoading, setIsLoading] = useState(false)
  const running = useRef<AbortController | null>(null)
  const checkoutId = checkoutIdOf(items.map(({ quote }) => quote.id))

  const fetchOffers = useCallback(
    async (wanted: number[]) => {
      running.current?.abort()
      const control = new AbortController()
      running.current = control
      setIsLoading(true)
      const ask = (of: OrderItem[], change?: (input: QuoteBody) => QuoteBody) =>
        Promise.allSettled(of.map((item) => requestQuote((change ?? same)(inputFor(item, locale)), control.signal)))
      let asked = wanted
      let answers = await ask(items.filter((_, index) => wanted.includes(index)))
      const former = items[0]?.quote.total.currency ?? ''
      const hasStopped = answers.some((answer) => answer.status === 'rejected' && isCurrencyStopped(answer.reason))
      if (hasStopped && !control.signal.aborted) {
        giveUpCurrency(former)
        // An order has one currency: all of its items are asked for in the store's own.
        asked = items.map((_, index) => index)
        answers = await ask(items, inOwnCurrency)
      }
      if (control.signal.aborted) return null
      const failed = answers.findIndex(({ status }) => status === 'rejected')
      const failure = answers[failed]
      const at = asked[failed] ?? 0
      const quotes = items.map(({ quote }, index) => {
        const answer = answers[asked.indexOf(index)]

        return answer?.status === 'fulfilled' && !(hasStopped && failure) ? answer.value : quote
      })
      setItems((current) => current.map((item, index) => renewed(item, { asked: items[index], quote: quotes[index] })))
      setStop(
        failure?.status === 'rejected'
          ? stopOf(toFailure(failure.reason), { item: at, count: items[at]?.choice.count ?? 1 })
          : null,
      )
      if (failure) setStops((count) => count + 1)
      setIsLoading(false)
      window.history.replaceState(null, '', `/checkout/${checkoutIdOf(quotes.map(({ id }) => id))}`)
      for (const [index, { quote }] of items.entries()) moveOffer(quote, quotes[index] ?? quote)
      const isAsSeen = items.every(({ seen }, index) => quotes[index] && !priceChange(seen, quotes[index]))

      return failure || !isAsSeen ? null : quotes
    },
    [items, locale],
  )

  const changed = items.flatMap(({ quote, choice }, index) => (isSameChoice(choice, choiceOf(quote)) ? [] : [index]))
  const changedMark = changed.map((index) => JSON.stringify(items[index]?.choice)).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when a request changes, not when an answer came.
  useEffect(() => {
    if (changedMark === '') return
    const timer = setTimeout(() => void fetchOffers(changed), SETTLE_MS)

    return () => clearTimeout(timer)
  }, [changedMark])

  // Offers whose payment came to nothing cannot be ordered again; the next ones can.
  const hasSameOffers = checkoutId === checkoutIdOf(first.map(({ id }) => id))
  const isStopped = stop !== null && stop.code !== 'quote_expired'
  // What became of the payment may be known only after the page was shown.
  const awaitsNext = isRenewed && hasSameOffers && !isStopped
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, when it is known.
  useEffect(() => {
    if (awaitsNext) void fetchOffers(first.map((_, index) => index))
  }, [awaitsNext])

  const endsAt = Math.min(...items.map((item) => item.endsAt))
  useEffect(() => {
    const left = Math.max(0, endsAt - performance.now())
    const timer = setTimeout(() => setStop((current) => current ?? ended()), left)

    return () => clearTimeout(timer)
  }, [endsAt])

  const failed = hasFailed && hasSameOffers ? { ...ended(), code: 'payment_failed' } : null
  const offers: Offer[] = items.map(({ quote, choice, seen }) => ({ quote, choice, change: priceChange(seen, quote) }))

  return {
    checkoutId,
    items: offers,
    total: totalOf(offers.map(({ quote }) => quote.total)),
    /** When the first of the offers ends. */
    expiresAt: new Date(Math.min(...items.map(({ quote }) => quote.expiresAt.getTime()))),
    /** What has to be accepted before anything can be ordered, all items together; null when that is nothing. */
    change: changeOf(offers),
    stop: awaitsNext ? null : (stop ?? failed),
    /** How many tries have come to nothing so far. */
    stops,
    isLoading: isLoading || awaitsNext || (changed.length > 0 && stop === null),
    choose: (index: number, wanted: Partial<Choice>) => {
      const chosen = items[index]?.choice
      // Nothing is asked for anew, and what was said of it still holds.
      if (!chosen || isSameChoice({ ...chosen, ...wanted }, chosen)) return
      setStop(null)
      setItems((current) =>
        current.map((item, at) => (at === index ? { ...item, choice: { ...item.choice, ...wanted } } : item)),
      )
    },
    /** Asks once more for the same choices, at today's prices. Returns the new offers where each has the price that was seen. */
    renew: () => fetchOffers(items.map((_, index) => index)),
    accept: () => setItems((current) => current.map((item) => ({ ...item, seen: item.quote }))),
    /** Takes in that an order was answered after all, with something that has words elsewhere. */
    answered: () => setStop((current) => (current?.isOfOrder ? null : current)),
    /** Takes in that the checkout has refused these offers. */
    halt: (failure: RequestFailure, quotes: readonly QuoteView[] = items.map(({ quote }) => quote)) => {
      setStops((count) => count + 1)
      const isOfOrder = true
      if (isLostAnswer(failure))
        return setStop({ ...ended(), code: 'order_lost', reference: failure.reference, isOfOrder })
      const item = quotes.findIndex(({ id }) => id === failure.details.item)
      const at = { item: item < 0 ? null : item, count: items[Math.max(0, item)]?.choice.count ?? 1 }
      setStop({ ...stopOf(failure, at), isOfOrder })
    },
  }
}

export type Offers = ReturnType<typeof useOffers>

/**
 * Tells whether these offers cannot be ordered. Where an order was sent and no answer came, the same one can be sent again;
 * one that is too small for a card can be paid in another way.
 */
export function isStuck({ stop }: Pick<Offers, 'stop'>): boolean {
  return stop !== null && stop.code !== 'order_lost' && stop.code !== 'total_too_small'
}

function toItem(quote: QuoteView): OrderItem {
  return {
    quote,
    endsAt: endOf(quote),
    choice: choiceOf(quote),
    seen: { unit: quote.changedFrom ?? quote.unit, days: quote.days },
  }
}

/** A line with another offer. What was chosen since the offer was asked for stays chosen. */
function renewed(
  item: OrderItem,
  { asked, quote }: { asked: OrderItem | undefined; quote: QuoteView | undefined },
): OrderItem {
  if (!quote || quote.id === item.quote.id) return item
  const isAnswered = asked !== undefined && isSameChoice(asked.choice, item.choice)

  return {
    quote,
    endsAt: endOf(quote),
    choice: isAnswered ? choiceOf(quote) : item.choice,
    seen: priceChange(item.seen, quote) ? item.seen : quote,
  }
}

/** Counted from its arrival: the clock of a device may be hours from that of the store. */
function endOf({ msLeft }: QuoteView): number {
  return performance.now() + msLeft
}

function choiceOf(quote: QuoteView): Choice {
  return { count: quote.count, days: quote.days, startDate: quote.startDate }
}

function isSameChoice(a: Choice, b: Choice): boolean {
  return a.count === b.count && a.days === b.days && a.startDate === b.startDate
}

function inputFor({ quote, choice }: OrderItem, locale: string) {
  const { seenUnitMinor, ...input } = inputOf({ ...quote, ...choice }, locale)
  // Other days have another price by right; only the same choice can have "changed".
  const isComparable = choice.days === quote.days && seenUnitMinor !== undefined

  return isComparable ? { ...input, seenUnitMinor } : input
}

function same(input: QuoteBody): QuoteBody {
  return input
}

/** Without a price that was seen: that was in another currency. */
function inOwnCurrency({ currency: _, seenUnitMinor: __, ...input }: QuoteBody): QuoteBody {
  return input
}

function totalOf(totals: Money[]): Money {
  const [first] = totals
  if (!first) throw new Error('A checkout has a line.')

  return sum(totals, first.currency)
}

/** Before: what the buyer has seen, of lines that kept their price as well. */
function changeOf(offers: Offer[]): PriceChange | null {
  if (offers.every(({ change }) => change === null)) return null
  const before = offers.map(({ quote, change }) => change?.before ?? quote.total).reduce(add)

  return { before, now: totalOf(offers.map(({ quote }) => quote.total)) }
}

function ended(): CheckoutStop {
  return { code: 'quote_expired', reference: null, item: null, count: 1, waitMinutes: 0, least: null }
}

function stopOf(failure: RequestFailure, at: Pick<CheckoutStop, 'item' | 'count'>): CheckoutStop {
  const { code, reference, details, waitMinutes } = failure
  const currency = parseCurrency(String(details.currency))
  if (details.reason === 'total_too_small' && currency) {
    return { ...ended(), code: details.reason, least: money(Number(details.leastMinor), currency) }
  }
  // Of all that a choice can be refused for, only the first day is typed freely here, and only it can pass by itself.
  const isFirstDay = code === 'bad_input' && String(details.reason).startsWith('start_date')

  const isPayment = code === 'upstream_unavailable' && details.reason === 'payment_provider'
  const known = isFirstDay ? 'start_date' : isPayment ? 'payment_unavailable' : code

  return { code: known, reference, waitMinutes, least: null, ...at }
}

/** What keeps an order from being sent. */
export type OrderHold = 'offline' | 'ordering' | 'updating' | 'checking_code' | 'expired' | 'stopped' | 'price_changed'

type Checkout = {
  offers: Pick<Offers, 'isLoading' | 'stop' | 'change'>
  vouchers: { isLoading: boolean }
  isOrdering: boolean
  isOnline: boolean
}

/** Returns what keeps the order from being sent now, `null` when nothing does: every button that orders obeys it. */
export function orderHold({ offers, vouchers, isOrdering, isOnline }: Checkout): OrderHold | null {
  if (!isOnline) return 'offline'
  if (isOrdering) return 'ordering'
  if (offers.isLoading) return 'updating'
  if (vouchers.isLoading) return 'checking_code'
  if (offers.stop?.code === 'quote_expired') return 'expired'
  if (isStuck(offers)) return 'stopped'

  return offers.change ? 'price_changed' : null
}
