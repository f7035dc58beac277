'use client'

import { useState } from 'react'
import { CompareBar } from '#components/catalog/compare/compare-toggle.tsx'
import { inputOf } from '#components/catalog/plan-choice.ts'
import type { TripAnswer, TripOffer, WeighedOffer } from '#components/catalog/trip/trip-answer.ts'
import { TripCosts } from '#components/catalog/trip/trip-costs.tsx'
import { TripTicket } from '#components/catalog/trip/trip-ticket.tsx'
import type { TripFinderWords } from '#components/catalog/trip/trip-words.ts'
import type { Trip } from '#components/catalog/trip-state.ts'
import { useToday } from '#components/catalog/use-today.ts'
import { AddToCart } from '#components/checkout/cart/add-to-cart.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { TripCover } from '#lib/catalog/rules/trip-cover.ts'
import { formatMinor } from '#lib/core/i18n/formats.ts'
import { fillText, pluralText } from '#lib/core/i18n/plurals.ts'

const SHOWN = 4

export type TripResultsProps = {
  answer: TripAnswer
  trip: Trip
  tripDays: number
  stays: readonly string[]
  nameOf: (iso2: string) => string
  words: TripFinderWords
}

/** What covers the trip: one plan for all of it, several together, and those that leave a gap, which is named. */
export function TripResults(props: TripResultsProps) {
  const { answer, stays, nameOf, words } = props
  const { whole, partly, cheapest } = answer
  const list = new Intl.ListFormat(words.tag)
  const isMix = cheapest !== null && cheapest.parts.length > 1

  return (
    <>
      {answer.uncovered.length > 0 ? (
        <Notice tone="wait" className="mt-6">
          {fillText(words.uncovered, { names: list.format(answer.uncovered.map(nameOf)) })}
        </Notice>
      ) : null}
      {stays.length > 1 ? <TripCosts answer={answer} words={words} /> : null}
      <Section title={words.whole.title} text={whole.length > 0 ? words.whole.text : words.whole.none}>
        <Offers {...props} offers={whole} best={whole[0]?.plan.id ?? null} />
      </Section>
      {isMix ? (
        <Section title={words.mix.title} text={whole.length > 0 ? words.mix.cheaper : words.mix.needed}>
          <Mix {...props} mix={cheapest} />
        </Section>
      ) : null}
      {partly.length > 0 ? (
        <Section title={words.partly.title} text={words.partly.text}>
          <Offers {...props} offers={partly} best={null} />
        </Section>
      ) : null}
      {answer.unstated.length > 0 ? (
        <p className="soft small mt-6">{fillText(words.unstated, { names: list.format(answer.unstated) })}</p>
      ) : null}
      <CompareBar words={words.compare} />
    </>
  )
}

function Section({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <section className="section">
      <header className="section-head">
        <h2>{title}</h2>
        <p>{text}</p>
      </header>
      {children}
    </section>
  )
}

type OffersProps = TripResultsProps & { offers: readonly WeighedOffer[]; best: string | null }

function Offers({ offers, best, ...props }: OffersProps) {
  const { nameOf, words } = props
  const toInput = useInput(props)
  const [isAll, setAll] = useState(false)
  const shown = isAll ? offers : offers.slice(0, SHOWN)
  if (offers.length === 0) return null

  return (
    <>
      <ul className="plans">
        {shown.map((offer) => (
          <TripTicket
            key={offer.plan.id}
            offer={offer}
            covered={offer.covered}
            gaps={offer.gaps}
            layoverGaps={offer.layoverGaps}
            isBest={offer.plan.id === best}
            isPart={offer.gaps.length > 0}
            input={toInput(offer, offer.days)}
            nameOf={nameOf}
            words={words}
          />
        ))}
      </ul>
      {shown.length < offers.length ? (
        <Button size="small" className="mt-5" onClick={() => setAll(true)}>
          {pluralText(words.showAll, offers.length, words.tag)}
        </Button>
      ) : null}
    </>
  )
}

/** Several eSIMs that together cover the trip, with their sum. */
function Mix({ mix, ...props }: TripResultsProps & { mix: TripCover<TripOffer> }) {
  const { answer, nameOf, words } = props
  const toInput = useInput(props)
  const inputs = mix.parts.map(({ offer, days }) => toInput(offer, days))
  const isReady = inputs.every((input) => input !== null)

  return (
    <>
      <ul className="plans">
        {mix.parts.map(({ offer, stops }, index) => (
          <TripTicket
            key={stops.join()}
            offer={offer}
            covered={stops}
            gaps={[]}
            layoverGaps={[]}
            isBest={false}
            isPart
            input={isReady ? undefined : (inputs[index] ?? null)}
            nameOf={nameOf}
            words={words}
          />
        ))}
      </ul>
      {answer.layoverGaps.length > 0 ? (
        <p className="soft mt-4">
          {fillText(words.layoverGap, {
            names: new Intl.ListFormat(words.tag).format(answer.layoverGaps.map(nameOf)),
          })}
        </p>
      ) : null}
      <div className="mix-total">
        <p>
          <span className="soft">{words.mix.total}</span>{' '}
          <span className="price">{formatMinor(mix.minor, words.ticket.money)}</span>
        </p>
        {isReady ? <AddToCart words={{ ...words.cart, add: words.mix.add }} choose={() => inputs} /> : null}
      </div>
    </>
  )
}

/** Returns how an offer is put into the cart. The first day of a part of a trip is chosen on the page of the plan. */
function useInput({ trip, tripDays }: TripResultsProps) {
  const today = useToday()

  return ({ plan, sold, fit }: TripOffer, days: number) => {
    const startDate = trip.days > 0 && days === tripDays ? trip.arrive : ''

    return inputOf({ ...plan, needsStartDate: sold.needsStartDate }, { days: fit.days, startDate, count: 1 }, today)
  }
}
