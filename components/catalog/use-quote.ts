'use client'

import { useState } from 'react'
import { type PlanChoice, toInput } from '#components/catalog/plan-choice.ts'
import type { ListedPlan } from '#components/catalog/plan-fit.ts'
import { requestChosenQuote } from '#lib/checkout/client/quotes.ts'
import { type RequestFailure, toFailure } from '#lib/core/client/request.ts'
import { useReturn } from '#lib/core/client/use-return.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { privatePath } from '#lib/core/i18n/routing.ts'

type Quoting = { failure: RequestFailure | null; isWorking: boolean; ask: (choice: PlanChoice) => void }
type Plan = Pick<ListedPlan, 'id' | 'term' | 'minor'> & { needsStartDate: boolean }

/** Asks for an offer and leaves for the checkout with it. A refusal stays on the page, the choice too. */
export function useQuote(plan: Plan, locale: Locale): Quoting {
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const [isWorking, setWorking] = useState(false)
  useReturn(() => setWorking(false))

  const fetchOffers = (choice: PlanChoice) => {
    setFailure(null)
    setWorking(true)
    const seenUnitMinor = plan.term.kind === 'day_pass' ? plan.minor * choice.days : plan.minor
    requestChosenQuote({ ...toInput(plan, choice), locale, seenUnitMinor })
      .then((quote) => window.location.assign(privatePath(locale, `/checkout/${quote.id}`)))
      .catch((thrown: unknown) => {
        setFailure(toFailure(thrown))
        setWorking(false)
      })
  }

  return { failure, isWorking, ask: fetchOffers }
}
