'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { moveOffer } from '#lib/checkout/client/cart-offers.ts'
import { inputOf, requestQuote } from '#lib/checkout/client/quotes.ts'
import { checkoutIdOf } from '#lib/checkout/rules/checkout-id.ts'
import { type RequestFailure, toFailure } from '#lib/core/client/ask.ts'
import { add, type Money, sum } from '#lib/core/rules/money.ts'
import { type PriceChange, priceChange, type SeenPrice } from '#lib/pricing/rules/price-change.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/** What the buyer may change about a plan on this page. */
export type Choice = { count: number; days: number; startDate: string | null }

/** A line of the checkout: its offer, what is wanted of it by now, and a price that has to be accepted first. */
export type Offer = { quote: QuoteView; choice: Choice; change: PriceChange | null }

/** What stands between the buyer and the payment: a code for the words, a reference to quote, and the line, if one. */
export type Stop = { code: string; reference: string | null; line: number | null; count: number }

type Line = { quote: QuoteView; choice: Choice; seen: SeenPrice }

const SETTLE_MS = 500

/** The offers on the page: what is asked for, what the network answered, and what has to be accepted first. */
export function useOffers(first: QuoteView[], { locale, hasFailed }: { locale: string; hasFailed: boolean }) {
  const [lines, setLines] = useState<Line[]>(() => first.map(toLine))
  const [stop, setStop] = useState<Stop | null>(() => (first.some(({ isExpired }) => isExpired) ? ended() : null))
  const [isAsking, setIsAsking] = useState(false)
  const running = useRef<AbortController | null>(null)
  const checkoutId = checkoutIdOf(lines.map(({ quote }) => quote.id))

  const ask = useCallback(
    async (wanted: number[]) => {
      running.current?.abort()
      const control = new AbortController()
      running.current = control
      setIsAsking(true)
      const answers = await Promise.allSettled(
        wanted.map((index) => {
          const line = lines[index]
          if (!line) throw new Error('There is no such line.')

          return requestQuote(inputFor(line, locale), control.signal)
        }),
      )
      if (control.signal.aborted) return
      const quotes = lines.map(({ quote }, index) => {
        const answer = answers[wanted.indexOf(index)]

        return answer?.status === 'fulfilled' ? answer.value : quote
      })
      const failed = answers.findIndex(({ status }) => status === 'rejected')
      const failure = answers[failed]
      const at = wanted[failed] ?? 0
      setLines((current) => current.map((line, index) => renewed(line, { asked: lines[index], quote: quotes[index] })))
      setStop(
        failure?.status === 'rejected'
          ? stopOf(toFailure(failure.reason), { line: at, count: lines[at]?.choice.count ?? 1 })
          : null,
      )
      setIsAsking(false)
      window.history.replaceState(null, '', `/checkout/${checkoutIdOf(quotes.map(({ id }) => id))}`)
      for (const [index, { quote }] of lines.entries()) moveOffer(quote.id, quotes[index] ?? quote)
    },
    [lines, locale],
  )

  const changed = lines.flatMap(({ quote, choice }, index) => (isSameChoice(choice, choiceOf(quote)) ? [] : [index]))
  const changedMark = changed.map((index) => JSON.stringify(lines[index]?.choice)).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when a request changes, not when an answer came.
  useEffect(() => {
    if (changedMark === '') return
    const timer = setTimeout(() => void ask(changed), SETTLE_MS)

    return () => clearTimeout(timer)
  }, [changedMark])

  const endsAt = Math.min(...lines.map(({ quote }) => quote.expiresAt.getTime()))
  useEffect(() => {
    const timer = setTimeout(() => setStop((current) => current ?? ended()), Math.max(0, endsAt - Date.now()))

    return () => clearTimeout(timer)
  }, [endsAt])

  // Offers whose payment came to nothing cannot be ordered again; the next ones can.
  const hasSameOffers = checkoutId === checkoutIdOf(first.map(({ id }) => id))
  const failed = hasFailed && hasSameOffers ? { ...ended(), code: 'payment_failed' } : null
  const offers: Offer[] = lines.map(({ quote, choice, seen }) => ({ quote, choice, change: priceChange(seen, quote) }))

  return {
    checkoutId,
    lines: offers,
    total: totalOf(offers.map(({ quote }) => quote.total)),
    /** When the first of the offers ends. */
    expiresAt: new Date(endsAt),
    /** What has to be accepted before anything can be ordered, all lines together; null when that is nothing. */
    change: changeOf(offers),
    stop: stop ?? failed,
    isAsking: isAsking || (changed.length > 0 && stop === null),
    choose: (index: number, wanted: Partial<Choice>) => {
      setStop(null)
      setLines((current) =>
        current.map((line, at) => (at === index ? { ...line, choice: { ...line.choice, ...wanted } } : line)),
      )
    },
    /** Asks once more for the same choices, at today's prices. */
    renew: () => ask(lines.map((_, index) => index)),
    accept: () => setLines((current) => current.map((line) => ({ ...line, seen: line.quote }))),
    halt: (failure: RequestFailure) => {
      const line = lines.findIndex(({ quote }) => quote.id === failure.details.line)
      setStop(stopOf(failure, { line: line < 0 ? null : line, count: lines[Math.max(0, line)]?.choice.count ?? 1 }))
    },
  }
}

export type Offers = ReturnType<typeof useOffers>

function toLine(quote: QuoteView): Line {
  return { quote, choice: choiceOf(quote), seen: { unit: quote.changedFrom ?? quote.unit, days: quote.days } }
}

/** A line with another offer. What was chosen since the offer was asked for stays chosen. */
function renewed(line: Line, { asked, quote }: { asked: Line | undefined; quote: QuoteView | undefined }): Line {
  if (!quote || quote.id === line.quote.id) return line
  const isAnswered = asked !== undefined && isSameChoice(asked.choice, line.choice)

  return {
    quote,
    choice: isAnswered ? choiceOf(quote) : line.choice,
    seen: priceChange(line.seen, quote) ? line.seen : quote,
  }
}

function choiceOf(quote: QuoteView): Choice {
  return { count: quote.count, days: quote.days, startDate: quote.startDate }
}

function isSameChoice(a: Choice, b: Choice): boolean {
  return a.count === b.count && a.days === b.days && a.startDate === b.startDate
}

function inputFor({ quote, choice }: Line, locale: string) {
  const { seenUnitMinor, ...input } = inputOf({ ...quote, ...choice }, locale)
  // Other days have another price by right; only the same choice can have "changed".
  const isComparable = choice.days === quote.days && seenUnitMinor !== undefined

  return isComparable ? { ...input, seenUnitMinor } : input
}

function totalOf(totals: Money[]): Money {
  const [first] = totals
  if (!first) throw new Error('A checkout has a line.')

  return sum(totals, first.currency)
}

/** Before: what the buyer has seen, of lines that kept their price as well. */
function changeOf(offers: Offer[]): Pick<PriceChange, 'before' | 'now'> | null {
  if (offers.every(({ change }) => change === null)) return null
  const before = offers.map(({ quote, change }) => change?.before ?? quote.total).reduce(add)

  return { before, now: totalOf(offers.map(({ quote }) => quote.total)) }
}

function ended(): Stop {
  return { code: 'quote_expired', reference: null, line: null, count: 1 }
}

function stopOf({ code, reference, details }: RequestFailure, at: Pick<Stop, 'line' | 'count'>): Stop {
  // Of all that a choice can be refused for, only the first day is typed freely here, and only it can pass by itself.
  const isFirstDay = code === 'bad_input' && String(details.reason).startsWith('start_date')

  return { code: isFirstDay ? 'start_date' : code, reference, ...at }
}
