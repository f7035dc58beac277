'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Choice, Offer, Offers } from '#components/checkout/use-offers.ts'
import { esimWord, topUpPath } from '#components/esims/top-up/top-up-path.ts'
import { usePlanTitle, useQuoteDates } from '#components/orders/use-order-texts.ts'
import { TextField } from '#components/ui/field.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Stepper } from '#components/ui/stepper.tsx'
import { Ticket, TicketPart } from '#components/ui/ticket.tsx'
import { networkDay } from '#lib/catalog/rules/trip.ts'
import { CART_LIMITS } from '#lib/checkout/rules/cart-limits.ts'
import { FARTHEST_START_DAYS, startDayProblem } from '#lib/checkout/rules/start-day.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { addDays, parseCalendarDate } from '#lib/core/rules/calendar-days.ts'

/** A name for one eSIM: which line, which eSIM of it. */
type TravellerName = { item: number; place: number; name: string }

type TravellersProps = {
  item: number
  count: number
  /** The number of its first eSIM in the whole order, from 1. */
  firstEsim: number
  names: string[]
  onName: (name: TravellerName) => void
}

/** Names for the eSIMs of an item, numbered through the whole order. */
function Travellers({ item, count, firstEsim, names, onName }: TravellersProps) {
  const t = useTranslations('checkout.plan')

  return (
    <div>
      <div className="grid gap-4 sm:grid-cols-2">
        {Array.from({ length: count }, (_, place) => place).map((place) => (
          <TextField
            key={place}
            id={`traveller-${firstEsim + place}`}
            label={t('traveller', { n: firstEsim + place })}
            value={names[place] ?? ''}
            maxLength={80}
            autoComplete={item === 0 && place === 0 ? 'name' : 'off'}
            onChange={(event) => onName({ item, place, name: event.target.value })}
          />
        ))}
      </div>
      {item === 0 ? <p className="small soft mt-2.5">{t('travellersHint')}</p> : null}
    </div>
  )
}

type PlanBlockProps = { offers: Offers; travellers: string[][]; onTraveller: (name: TravellerName) => void }

/** What is being bought, and what may still be changed about it. Every change asks the network for a new offer. */
export function PlanBlock({ offers, travellers, onTraveller }: PlanBlockProps) {
  const t = useTranslations('checkout.plan')
  const cart = useTranslations('cart.checkout')
  const { items } = offers
  const esims = items.reduce((sum, { choice }) => sum + choice.count, 0)

  return (
    <section className="grid gap-4" aria-label={items.length > 1 ? cart('heading') : t('heading')}>
      {items.map((offer, index) => (
        <ItemTicket
          // By place: a new first day must not take the field away that it is typed into.
          key={fieldId('ticket', index)}
          offer={offer}
          index={index}
          max={Math.min(CART_LIMITS.esimsPerItem, CART_LIMITS.esims - esims + offer.choice.count)}
          isLoading={offers.isLoading}
          isAlone={items.length === 1}
          firstEsim={items.slice(0, index).reduce((sum, { choice }) => sum + choice.count, 1)}
          names={travellers[index] ?? []}
          onChoose={(wanted) => offers.choose(index, wanted)}
          onTraveller={onTraveller}
        />
      ))}
    </section>
  )
}

type ItemTicketProps = {
  offer: Offer
  index: number
  max: number
  isLoading: boolean
  isAlone: boolean
  /** The number of its first eSIM in the whole order. */
  firstEsim: number
  names: string[]
  onChoose: (wanted: Partial<Choice>) => void
  onTraveller: (name: TravellerName) => void
}

function ItemTicket({
  offer,
  index,
  max,
  isLoading,
  isAlone,
  firstEsim,
  names,
  onChoose,
  onTraveller,
}: ItemTicketProps) {
  const t = useTranslations('checkout.plan')
  const cart = useTranslations('cart.checkout')
  const topUp = useTranslations('topup.checkout')
  const locale = toLocale(useLocale())
  const { quote, choice } = offer
  const planTitle = usePlanTitle()
  const quoteDates = useQuoteDates()
  const changeHref = quote.topUp ? topUpPath(quote.topUp) : localePath(locale, `/plans/${quote.planId}`)

  return (
    <Ticket>
      <TicketPart className="stack">
        <div className="flex items-center gap-4">
          <Flag iso2={quote.destination.iso2} lazy={false} />
          <div className="min-w-0 flex-1">
            <h2 className="text-(length:--s1)">{planTitle(quote)}</h2>
            {quote.topUp ? <p>{topUp('for', { last4: quote.topUp.iccidLast4, esim: esimWord(quote.topUp) })}</p> : null}
            <p className="soft num" aria-live="polite">
              {isLoading ? t('updating') : quoteDates(quote)}
            </p>
          </div>
          {isAlone || index === 0 ? (
            <a className="link self-start" href={isAlone ? changeHref : '/cart'}>
              {isAlone ? t('change') : cart('change')}
            </a>
          ) : null}
        </div>
        <PlanControls offer={offer} index={index} max={max} onChoose={onChoose} />
        {quote.topUp === null && (choice.count > 1 || !isAlone) ? (
          <Travellers item={index} count={choice.count} firstEsim={firstEsim} names={names} onName={onTraveller} />
        ) : null}
      </TicketPart>
    </Ticket>
  )
}

/** The id of a field of an item. */
export function fieldId(name: string, index: number): string {
  return index === 0 ? name : `${name}-${index + 1}`
}

function PlanControls({ offer, index, max, onChoose }: Pick<ItemTicketProps, 'offer' | 'index' | 'max' | 'onChoose'>) {
  const t = useTranslations('checkout.plan')
  const topUp = useTranslations('topup.checkout')
  const { quote, choice } = offer

  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      {quote.topUp === null ? (
        <div className="flex items-center gap-3">
          <span className="text-[0.9375rem] font-semibold">{t('quantity')}</span>
          <Stepper
            id={fieldId('count', index)}
            value={choice.count}
            min={1}
            max={max}
            labels={{ field: t('quantity'), less: t('less'), more: t('more') }}
            onChange={(count) => onChoose({ count })}
          />
        </div>
      ) : (
        <p className="soft">{topUp('nothingToInstall', { esim: esimWord(quote.topUp) })}</p>
      )}
      {quote.term.kind === 'day_pass' ? (
        <div className="flex items-center gap-3">
          <span className="text-[0.9375rem] font-semibold">{t('days')}</span>
          <Stepper
            id={fieldId('days', index)}
            value={choice.days}
            min={quote.term.minDays}
            max={quote.term.maxDays}
            labels={{ field: t('days'), less: t('lessDays'), more: t('moreDays') }}
            onChange={(days) => onChoose({ days })}
          />
        </div>
      ) : null}
      {quote.startDate === null ? null : (
        <FirstDay
          id={fieldId('start-date', index)}
          chosen={choice.startDate ?? ''}
          onChoose={(startDate) => onChoose({ startDate })}
        />
      )}
    </div>
  )
}

type FirstDayProps = { id: string; chosen: string; onChoose: (day: string) => void }

/** The first day of a plan. Typed part by part, it is many days on the way: only one that can be chosen is asked about. */
function FirstDay({ id, chosen, onChoose }: FirstDayProps) {
  const t = useTranslations('checkout.plan')
  const [typed, setTyped] = useState<string | null>(null)
  const today = networkDay(new Date())
  const choose = (day: string) => {
    setTyped(null)
    onChoose(day)
  }
  // Whoever leaves the field means what stands there, and is told where that is no good.
  const leave = () => {
    if (typed === null) return
    if (parseCalendarDate(typed)) choose(typed)
    else setTyped(null)
  }

  return (
    <TextField
      id={id}
      type="date"
      label={t('startDate')}
      hint={t('startDateHint')}
      value={typed ?? chosen}
      min={today}
      max={addDays(today, FARTHEST_START_DAYS)}
      suppressHydrationWarning
      onChange={({ target }) => {
        const day = parseCalendarDate(target.value)
        if (day && startDayProblem(day, today) === null) choose(day)
        else setTyped(target.value)
      }}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || typed === null) return
        // The form around it would order for the day before.
        event.preventDefault()
        leave()
      }}
    />
  )
}
