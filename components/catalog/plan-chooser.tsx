'use client'

import { type ReactNode, useState } from 'react'
import { DaysQuestion } from '#components/catalog/days-question.tsx'
import { firstChoice, inputOf, type PlanChoice } from '#components/catalog/plan-choice.ts'
import type { ListedPlan } from '#components/catalog/plan-fit.ts'
import { BuyBar, PlanSummary } from '#components/catalog/plan-summary.tsx'
import type { PlanWords } from '#components/catalog/plan-words.ts'
import { StartQuestion } from '#components/catalog/start-question.tsx'
import { useTrip } from '#components/catalog/trip-state.ts'
import { useQuote } from '#components/catalog/use-quote.ts'
import { useToday } from '#components/catalog/use-today.ts'

export type ChosenPlan = ListedPlan & {
  name: string
  place: string
  iso2: string | null
  needsStartDate: boolean
  zone: string | null
}

type PlanChooserProps = {
  plan: ChosenPlan
  others: ListedPlan[]
  words: PlanWords
  head: ReactNode
  phone: ReactNode
  details: ReactNode
}

/** Days, first day and number of pieces; the sum follows. What is only read comes rendered from the server. */
export function PlanChooser({ plan, others, words, head, phone, details }: PlanChooserProps) {
  const trip = useTrip()
  const today = useToday()
  const [own, setOwn] = useState<Partial<PlanChoice>>({})
  const [isMissing, setMissing] = useState(false)
  const quote = useQuote(plan, words.locale)
  const choice = { ...firstChoice(plan, trip), ...own }
  const change = (changes: Partial<PlanChoice>) => {
    setOwn({ ...own, ...changes })
    if (changes.startDate) setMissing(false)
  }

  const complete = () => {
    const input = inputOf(plan, choice, today)
    setMissing(input === null)
    if (input === null) document.getElementById('first-day')?.focus()

    return input
  }
  const buy = () => {
    if (complete()) quote.ask(choice)
  }

  return (
    <>
      <div className="wrap">
        <div className="columns">
          <div>
            {head}
            {plan.term.kind === 'day_pass' ? (
              <DaysQuestion
                plan={plan}
                term={plan.term}
                days={choice.days}
                trip={trip}
                isOwn={own.days !== undefined}
                others={others}
                words={words}
                onChange={(days) => change({ days })}
              />
            ) : null}
            <StartQuestion
              plan={plan}
              choice={choice}
              trip={trip}
              today={today}
              isMissing={isMissing}
              words={words}
              onChange={(startDate) => change({ startDate })}
            />
            {phone}
            {details}
          </div>
          <aside className="side" aria-label={words.summary.label}>
            <PlanSummary
              plan={plan}
              others={others}
              choice={choice}
              quote={quote}
              words={words}
              onCount={(count) => change({ count })}
              onBuy={buy}
              onKeep={complete}
            />
          </aside>
        </div>
      </div>
      <BuyBar plan={plan} choice={choice} isWorking={quote.isWorking} words={words} onBuy={buy} />
    </>
  )
}
