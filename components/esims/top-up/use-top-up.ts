'use client'

import { useRef, useState } from 'react'
import { requestQuote } from '#lib/checkout/client/quotes.ts'
import { type RequestFailure, toFailure } from '#lib/core/client/ask.ts'
import { useReturn } from '#lib/core/client/use-return.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { multiply } from '#lib/core/rules/money.ts'
import type { TopUpPlan } from '#lib/esims/client/top-ups.ts'

const USUAL_DAYS = 7

/** What is chosen for an eSIM: a plan, and days where it is a day pass. */
export type TopUpChoice = { plan: TopUpPlan; days: number }

/** The choice on the page, its price, and the way to the checkout with an offer for it. */
export function useTopUp(cardId: string | null, locale: Locale, isInHand = false) {
  const [choice, setChoice] = useState<TopUpChoice | null>(null)
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const [isWorking, setIsWorking] = useState(false)
  const isBusy = useRef(false)
  const release = () => {
    isBusy.current = false
    setIsWorking(false)
  }
  useReturn(release)

  const ask = async () => {
    if (choice === null || cardId === null || isBusy.current) return
    isBusy.current = true
    setIsWorking(true)
    setFailure(null)
    const { plan, days } = choice
    try {
      const isDaily = plan.term.kind === 'day_pass'
      const seenUnitMinor = totalOf(choice).minor
      const quote = await requestQuote({
        planId: plan.id,
        count: 1,
        locale,
        seenUnitMinor,
        cardId,
        isInHand,
        ...(isDaily && { days }),
      })
      window.location.assign(`/checkout/${quote.id}`)
    } catch (thrown) {
      setFailure(toFailure(thrown))
      release()
    }
  }

  return {
    choice,
    failure,
    isWorking,
    choose: (plan: TopUpPlan) => {
      setFailure(null)
      setChoice((before) => ({ plan, days: daysWithin(plan, before?.days ?? USUAL_DAYS) }))
    },
    setDays: (days: number) => setChoice((before) => before && { ...before, days: daysWithin(before.plan, days) }),
    ask: () => void ask(),
  }
}

/** Returns what a choice costs as a whole. */
export function totalOf({ plan, days }: TopUpChoice) {
  return plan.term.kind === 'day_pass' ? multiply(plan.price, days) : plan.price
}

function daysWithin({ term }: TopUpPlan, days: number): number {
  return term.kind === 'fixed' ? term.days : Math.min(Math.max(days, term.minDays), term.maxDays)
}
