'use client'

import { useState } from 'react'
import { CompareBar, CompareToggle } from '#components/catalog/compare/compare-toggle.tsx'
import { inputOf, useFirstDay } from '#components/catalog/plan-choice.ts'
import type { TripFinderLabels } from '#components/catalog/plan-labels.ts'
import { PlanTicket } from '#components/catalog/plan-ticket.tsx'
import {
  answerTrip,
  type TripAnswer,
  type TripOffer,
  type TripQuestion,
  type WeighedOffer,
} from '#components/catalog/trip/trip-answer.ts'
import type { Trip } from '#components/catalog/trip-dates.tsx'
import { AddToCart } from '#components/checkout/cart/add-to-cart.tsx'
import { Button } from '#components/ui/button.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Board } from '#components/ui/panel.tsx'
import { Price } from '#components/ui/price.tsx'
import type { TripCover } from '#lib/catalog/rules/trip-cover.ts'
import type { CartInput } from '#lib/checkout/client/cart-store.ts'
import { fillText, pluralText } from '#lib/core/i18n/plurals.ts'
import type { PlaceOnSale } from '#lib/settings/rules/shop.ts'

const SHOWN = 4

type TripProps = {
  places: readonly PlaceOnSale[]
  question: TripQuestion
  trip: Trip
  stays: readonly string[]
  nameOf: (iso2: string) => string
  labels: TripFinderLabels
}

type TripResultsProps = Omit<TripProps, 'places' | 'question'> & { answer: TripAnswer; tripDays: number }

/** What covers the trip: one plan for all of it, several together, and those that leave a gap, which is named. */
export function TripResults({ places, question, ...rest }: TripProps) {
  const answer = answerTrip(places, question)
  const props = { ...rest, answer, tripDays: question.tripDays }
  const { stays, labels } = props
  const { whole, partly, cheapest } = answer
  const mix = cheapest && cheapest.parts.length > 1 ? cheapest : null

  return (
    <>
      {answer.uncovered.length > 0 ? (
        <Notice tone="wait" className="mt-6">
          {fillText(labels.uncovered, { names: namesOf(answer.uncovered, props) })}
        </Notice>
      ) : null}
      {answer.hasLessData ? (
        <Notice tone="wait" className="mt-6">
          {labels.lessData}
        </Notice>
      ) : null}
      {stays.length > 1 ? <TripCosts answer={answer} mix={mix} labels={labels} /> : null}
      <Section title={labels.whole.title} text={whole.length > 0 ? labels.whole.text : labels.whole.none}>
        <Offers {...props} offers={whole} best={whole[0]?.plan.id ?? null} />
      </Section>
      {mix ? (
        <Section title={labels.mix.title} text={whole.length > 0 ? labels.mix.cheaper : labels.mix.needed}>
          <Mix {...props} mix={mix} />
        </Section>
      ) : null}
      {partly.length > 0 ? (
        <Section title={labels.partly.title} text={labels.partly.text}>
          <Offers {...props} offers={partly} best={null} />
        </Section>
      ) : null}
      {answer.unstated.length > 0 ? (
        <p className="soft small mt-6">
          {fillText(labels.unstated, { names: namesOf(answer.unstated, { labels, nameOf: String }) })}
        </p>
      ) : null}
      <CompareBar labels={labels.compare} />
    </>
  )
}

type Naming = Pick<TripResultsProps, 'nameOf' | 'labels'>

function namesOf(codes: readonly string[], { nameOf, labels }: Naming): string {
  return new Intl.ListFormat(labels.tag).format(codes.map(nameOf))
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
  const { nameOf, labels } = props
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
            labels={labels}
          />
        ))}
      </ul>
      {shown.length < offers.length ? (
        <Button size="small" className="mt-5" onClick={() => setAll(true)}>
          {pluralText(labels.showAll, offers.length, labels.tag)}
        </Button>
      ) : null}
    </>
  )
}

/** Several eSIMs that together cover the trip, with their sum. */
function Mix({ mix, ...props }: TripResultsProps & { mix: TripCover<TripOffer> }) {
  const { answer, nameOf, labels } = props
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
            labels={labels}
          />
        ))}
      </ul>
      {answer.layoverGaps.length > 0 ? (
        <p className="soft mt-4">
          {fillText(labels.layoverGap, { names: namesOf(answer.layoverGaps, { nameOf, labels }) })}
        </p>
      ) : null}
      <div className="mix-total">
        <p>
          <span className="soft">{labels.mix.total}</span>{' '}
          <span className="price">
            <Price minor={mix.minor} money={labels.ticket.money} pieces={piecesOf(mix)} />
          </span>
        </p>
        {isReady ? (
          <AddToCart tone="primary" labels={{ ...labels.cart, add: labels.mix.add }} choose={() => inputs} />
        ) : null}
      </div>
    </>
  )
}

/** Returns how an offer is put into the cart. The first day of a part of a trip is chosen on the page of the plan. */
function useInput({ trip, tripDays }: TripResultsProps) {
  const today = useFirstDay()

  return ({ plan, sold, fit }: TripOffer, days: number) => {
    const startDate = trip.days > 0 && days === tripDays ? trip.arrive : ''

    return inputOf({ ...plan, needsStartDate: sold.needsStartDate }, { days: fit.days, startDate, count: 1 }, today)
  }
}

/** The prices of the eSIMs of a way, one by one: each is rounded for itself in another currency. */
function piecesOf({ parts }: TripCover<TripOffer>): string {
  return parts.map(({ offer }) => offer.minor).join(' ')
}

type TripCostsProps = { answer: TripAnswer; mix: TripCover<TripOffer> | null; labels: TripFinderLabels }

/** The ways to be online everywhere and what each costs, side by side. */
function TripCosts({ answer, mix, labels }: TripCostsProps) {
  const { whole, cheapest, each } = answer
  const ways = [
    { name: labels.costs.one, minor: whole[0]?.minor ?? null, pieces: undefined },
    ...(mix && mix.minor !== each?.minor
      ? [{ name: pluralText(labels.costs.mix, mix.parts.length, labels.tag), minor: mix.minor, pieces: piecesOf(mix) }]
      : []),
    { name: labels.costs.each, minor: each?.minor ?? null, pieces: each ? piecesOf(each) : undefined },
  ]

  return (
    <Board as="section" className="costs" aria-label={labels.costs.title}>
      <h2>{labels.costs.title}</h2>
      <dl>
        {ways.map(({ name, minor, pieces }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {minor === null ? (
                <span className="soft">{labels.costs.none}</span>
              ) : (
                <>
                  {minor === cheapest?.minor ? <Icon name="check" /> : null}
                  <span className="price">
                    <Price minor={minor} money={labels.ticket.money} pieces={pieces} />
                  </span>
                  {minor === cheapest?.minor ? <span className="sr-only"> {labels.ticket.fitsBest}</span> : null}
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
  labels: TripFinderLabels
}

/** A plan in the list of a trip: a ticket with its place, what it covers of the trip and what it leaves out. */
function TripTicket({ offer, isBest, isPart, input, nameOf, labels }: TripTicketProps) {
  const { place, plan, fit, covered, gaps, layoverGaps } = offer
  const items: [IconName, string, readonly string[]][] = [
    place.coverage === null ? ['unknown', labels.soldFor, covered] : ['check', labels.covers, covered],
    ['cross', labels.gap, gaps],
    ['info', labels.layoverGap, layoverGaps],
  ]

  return (
    <PlanTicket
      plan={plan}
      fit={fit}
      isBest={isBest}
      labels={isPart ? labels.partTicket : labels.ticket}
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
                <span>{fillText(text, { names: namesOf(codes, { nameOf, labels }) })}</span>
              </li>
            ))}
        </ul>
      }
      actions={
        <div className="stack mt-4">
          {input ? <AddToCart labels={labels.cart} choose={() => input} /> : null}
          <CompareToggle
            plan={{ slug: place.slug, planId: plan.id }}
            name={`${place.name}, ${plan.amount}`}
            labels={labels.compare}
          />
        </div>
      }
    />
  )
}
