'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { type RequestFailure, toFailure } from '#lib/client/ask.ts'
import { requestQuote, wishOf } from '#lib/client/quotes.ts'
import { priceChange, type SeenPrice } from '#lib/domain/price-change.ts'
import type { QuoteView } from '#lib/domain/shop.ts'

/** What the buyer may change about the plan on this page. */
export type Choice = { count: number; days: number; startDate: string | null }

/** What stands between the buyer and the payment, as a code for the words and a reference to quote. */
export type Stop = { code: string; reference: string | null; count: number }

const SETTLE_MS = 500

/** The offer on the page: what is asked for, what the network answered, and what has to be accepted first. */
export function useOffer(first: QuoteView, { locale, hasFailed }: { locale: string; hasFailed: boolean }) {
  const [quote, setQuote] = useState(first)
  const [choice, setChoice] = useState<Choice>(choiceOf(first))
  const [seen, setSeen] = useState<SeenPrice>({ unit: first.changedFrom ?? first.unit, days: first.days })
  const [stop, setStop] = useState<Stop | null>(first.isExpired ? expired(first) : null)
  const [isAsking, setIsAsking] = useState(false)
  const running = useRef<AbortController | null>(null)

  const ask = useCallback(
    async (wanted: Choice) => {
      running.current?.abort()
      const control = new AbortController()
      running.current = control
      setIsAsking(true)
      try {
        const next = await requestQuote(wishFor(quote, wanted, locale), control.signal)
        setQuote(next)
        setChoice(choiceOf(next))
        setStop(null)
        setSeen((agreed) => (priceChange(agreed, next) ? agreed : next))
        window.history.replaceState(null, '', `/checkout/${next.id}`)
      } catch (thrown) {
        if (control.signal.aborted) return
        setStop(stopOf(toFailure(thrown), wanted.count))
      } finally {
        if (running.current === control) setIsAsking(false)
      }
    },
    [quote, locale],
  )

  const isChanged = !isSameChoice(choice, choiceOf(quote))
  useEffect(() => {
    if (!isChanged) return
    const timer = setTimeout(() => void ask(choice), SETTLE_MS)

    return () => clearTimeout(timer)
  }, [choice, isChanged, ask])

  useEffect(() => {
    const leftMs = quote.expiresAt.getTime() - Date.now()
    const timer = setTimeout(() => setStop((current) => current ?? expired(quote)), Math.max(0, leftMs))

    return () => clearTimeout(timer)
  }, [quote])

  // An offer whose payment came to nothing cannot be ordered again; the next one can.
  const failed = hasFailed && quote.id === first.id ? failedPayment(quote) : null

  return {
    quote,
    choice,
    /** What has to be accepted before anything can be ordered; null while the price is the one that was seen. */
    change: priceChange(seen, quote),
    stop: stop ?? failed,
    isAsking: isAsking || (isChanged && stop === null),
    choose: (wanted: Partial<Choice>) => {
      setStop(null)
      setChoice((current) => ({ ...current, ...wanted }))
    },
    /** Asks once more for the same choice, at today's price. */
    renew: () => ask(choice),
    accept: () => setSeen(quote),
    halt: (failure: RequestFailure) => setStop(stopOf(failure, choice.count)),
  }
}

export type Offer = ReturnType<typeof useOffer>

function choiceOf(quote: QuoteView): Choice {
  return { count: quote.count, days: quote.days, startDate: quote.startDate }
}

function isSameChoice(a: Choice, b: Choice): boolean {
  return a.count === b.count && a.days === b.days && a.startDate === b.startDate
}

function wishFor(quote: QuoteView, wanted: Choice, locale: string) {
  const { seenUnitMinor, ...wish } = wishOf({ ...quote, ...wanted }, locale)
  // Other days have another price by right; only the same choice can have "changed".
  const isComparable = wanted.days === quote.days && seenUnitMinor !== undefined

  return isComparable ? { ...wish, seenUnitMinor } : wish
}

function expired(quote: QuoteView): Stop {
  return { code: 'quote_expired', reference: null, count: quote.count }
}

function failedPayment(quote: QuoteView): Stop {
  return { code: 'payment_failed', reference: null, count: quote.count }
}

function stopOf({ code, reference }: RequestFailure, count: number): Stop {
  return { code, reference, count }
}
