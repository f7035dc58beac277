'use client'

import { useState } from 'react'
import type { PlanChoice } from '#components/catalog/plan-choice.ts'
import type { ListedPlan } from '#components/catalog/plan-fit.ts'
import { type RequestFailure, toFailure } from '#lib/client/ask.ts'
import { requestQuote } from '#lib/client/quotes.ts'
import type { Locale } from '#lib/i18n/config.ts'

type Quoting = { failure: RequestFailure | null; isWorking: boolean; ask: (choice: PlanChoice) => void }
type Plan = Pick<ListedPlan, 'id' | 'term' | 'minor'> & { needsStartDate: boolean }

/** Asks for an offer and leaves for the checkout with it. A refusal stays on the page, the choice too. */
export function useQuote(plan: Plan, locale: Locale): Quoting {
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const [isWorking, setWorking] = useState(false)

  const ask = ({ days, startDate, count }: PlanChoice) => {
    setFailure(null)
    setWorking(true)
    requestQuote({
      planId: plan.id,
      count,
      locale,
      seenUnitMinor: plan.term.kind === 'day_pass' ? plan.minor * days : plan.minor,
      ...(plan.term.kind === 'day_pass' ? { days } : {}),
      ...(plan.needsStartDate ? { startDate } : {}),
    })
      .then((quote) => window.location.assign(`/checkout/${quote.id}`))
      .catch((thrown: unknown) => {
        setFailure(toFailure(thrown))
        setWorking(false)
      })
  }

  return { failure, isWorking, ask }
}
