import { CompareToggle } from '#components/catalog/compare/compare-toggle.tsx'
import { PlanTicket } from '#components/catalog/plan-ticket.tsx'
import type { TripOffer } from '#components/catalog/trip/trip-answer.ts'
import type { TripFinderWords } from '#components/catalog/trip/trip-words.ts'
import { AddToCart } from '#components/checkout/cart/add-to-cart.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import type { CartInput } from '#lib/checkout/client/cart-store.ts'
import { fillText } from '#lib/core/i18n/plurals.ts'

type TripTicketProps = {
  offer: TripOffer
  covered: readonly string[]
  gaps: readonly string[]
  layoverGaps: readonly string[]
  isBest: boolean
  /** Whether it is for some of the countries only. */
  isPart: boolean
  /** As it is put into the cart; null where its first day must be chosen, undefined where it is put there with others. */
  input: CartInput | null | undefined
  nameOf: (iso2: string) => string
  words: TripFinderWords
}

/** A plan in the list of a trip: a ticket with its place, what it covers of the trip and what it leaves out. */
export function TripTicket({
  offer,
  covered,
  gaps,
  layoverGaps,
  isBest,
  isPart,
  input,
  nameOf,
  words,
}: TripTicketProps) {
  const { place, plan, fit } = offer
  const names = (codes: readonly string[]) => new Intl.ListFormat(words.tag).format(codes.map(nameOf))
  const lines: [IconName, string, readonly string[]][] = [
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
          {lines
            .filter(([, , codes]) => codes.length > 0)
            .map(([icon, text, codes]) => (
              <li key={text} className={`cover-${icon}`}>
                <Icon name={icon} />
                <span>{fillText(text, { names: names(codes) })}</span>
              </li>
            ))}
        </ul>
      }
      acts={
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
