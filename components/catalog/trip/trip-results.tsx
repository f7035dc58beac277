'use client'

import { useState } from 'react'
import { CompareBar, CompareToggle } from '#components/catalog/compare/compare-toggle.tsx'
import { inputOf } from '#components/catalog/plan-choice.ts'
import { PlanTicket } from '#components/catalog/plan-ticket.tsx'
import type { TripAnswer, TripOffer, WeighedOffer } from '#components/catalog/trip/trip-answer.ts'
import type { TripFinderWords } from '#components/catalog/trip/trip-words.ts'
import type { Trip } from '#components/catalog/trip-state.ts'
import { useToday } from '#components/catalog/use-today.ts'
import { AddToCart } from '#components/checkout/cart/add-to-cart.tsx'
import { Board } from '#components/ui/board.tsx'
import { Button } from '#components/ui/button.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { TripCover } from '#lib/catalog/rules/trip-cover.ts'
import type { CartInput } from '#lib/checkout/client/cart-store.ts'
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
  const { answer, stays, words } = props
  const { whole, partly, cheapest } = answer
  const mix = cheapest && cheapest.parts.length > 1 ? cheapest : null

  return (
    <>
      {answer.uncovered.length > 0 ? (
        <Notice tone="wait" className="mt-6">
          {fillText(words.uncovered, { names: namesOf(answer.uncovered, props) })}
        </Notice>
      ) : null}
      {stays.length > 1 ? <TripCosts answer={answer} mix={mix} words={words} /> : null}
      <Section title={words.whole.title} text={whole.length > 0 ? words.whole.text : words.whole.none}>
        <Offers {...props} offers={whole} best={whole[0]?.plan.id ?? null} />
      </Section>
      {mix ? (
        <Section title={words.mix.title} text={whole.length > 0 ? words.mix.cheaper : words.mix.needed}>
          <Mix {...props} mix={mix} />
        </Section>
      ) : null}
      {partly.length > 0 ? (
        <Section title={words.partly.title} text={words.partly.text}>
          <Offers {...props} offers={partly} best={null} />
        </Section>
      ) : null}
      {answer.unstated.length > 0 ? (
        <p className="soft small mt-6">
          {fillText(words.unstated, { names: namesOf(answer.unstated, { words, nameOf: String }) })}
        </p>
      ) : null}
      <CompareBar words={words.compare} />
    </>
  )
}

type Naming = Pick<TripResultsProps, 'nameOf' | 'words'>

function namesOf(codes: readonly string[], { nameOf, words }: Naming): string {
  return new Intl.ListFormat(words.tag).format(codes.map(nameOf))
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
            offer={{ ...offer, covered: stops, gaps: [], layoverGaps: [] }}
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
          {fillText(words.layoverGap, { names: namesOf(answer.layoverGaps, { nameOf, words }) })}
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

type TripCostsProps = { answer: TripAnswer; mix: TripCover<TripOffer> | null; words: TripFinderWords }

/** The ways to be online everywhere and what each costs, side by side. */
function TripCosts({ answer, mix, words }: TripCostsProps) {
  const { whole, cheapest, each } = answer
  const ways = [
    { name: words.costs.one, minor: whole[0]?.minor ?? null },
    ...(mix && mix.minor !== each?.minor
      ? [{ name: pluralText(words.costs.mix, mix.parts.length, words.tag), minor: mix.minor }]
      : []),
    { name: words.costs.each, minor: each?.minor ?? null },
  ]

  return (
    <Board as="section" className="costs" aria-label={words.costs.title}>
      <h2>{words.costs.title}</h2>
      <dl>
        {ways.map(({ name, minor }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {minor === null ? (
                <span className="soft">{words.costs.none}</span>
              ) : (
                <>
                  {minor === cheapest?.minor ? <Icon name="check" /> : null}
                  <span className="price">{formatMinor(minor, words.ticket.money)}</span>
                  {minor === cheapest?.minor ? <span className="sr-only"> {words.ticket.fitsBest}</span> : null}
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Board>
  )
}

type TripTicketProps = {
  offer: Omit<WeighedOffer, 'days'>
  isBest: boolean
  /** Whether it is for some of the countries only. */
  isPart: boolean
  /** As it is put into the cart; null where its first day must be chosen, undefined where it is put there with others. */
  input: CartInput | null | undefined
  nameOf: (iso2: string) => string
  words: TripFinderWords
}

/** A plan in the list of a trip: a ticket with its place, what it covers of the trip and what it leaves out. */
function TripTicket({ offer, isBest, isPart, input, nameOf, words }: TripTicketProps) {
  const { place, plan, fit, covered, gaps, layoverGaps } = offer
  const items: [IconName, string, readonly string[]][] = [
    place.coverage === null ? ['unknown', words.soldFor, covered] : ['check', words.covers, covered],
    ['cross', words.gap, gaps],
    ['info', words.layoverGap, layoverGaps],
  ]

  return (
    <PlanTicket
      plan={plan}
      fit={fit}
      isBest={isBest}
      words={isPart ? words.partTicket : words.ticket}
      place={
        <p className="ticket-place">
          <Flag iso2={place.iso2} count={place.countryCount} size="small" lazy={false} />
          <b>{place.name}</b>
        </p>
      }
      notes={
        <ul className="cover-lines">
          {items
            .filter(([, , codes]) => codes.length > 0)
            .map(([icon, text, codes]) => (
              <li key={text} className={`cover-${icon}`}>
                <Icon name={icon} />
                <span>{fillText(text, { names: namesOf(codes, { nameOf, words }) })}</span>
              </li>
            ))}
        </ul>
      }
      actions={
        <div className="stack mt-4">
          {input ? <AddToCart words={words.cart} choose={() => input} /> : null}
          <CompareToggle
            plan={{ slug: place.slug, planId: plan.id }}
            name={`${place.name}, ${plan.amount}`}
            words={words.compare}
          />
        </div>
      }
    />
  )
}
