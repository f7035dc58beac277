'use client'

import { useEffect, useRef, useState } from 'react'
import { lastDay, nearestPlan, type PlanChoice, toInput, totalOf } from '#components/catalog/plan-choice.ts'
import type { ListedPlan } from '#components/catalog/plan-fit.ts'
import type { PlanLabels } from '#components/catalog/plan-labels.ts'
import { shortDate } from '#components/catalog/trip-dates.tsx'
import { AddToCart } from '#components/checkout/cart/add-to-cart.tsx'
import { Button } from '#components/ui/button.tsx'
import { CurrencyText } from '#components/ui/currency-text.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Price } from '#components/ui/price.tsx'
import { Stepper } from '#components/ui/stepper.tsx'
import { Ticket, TicketPart, TicketTear } from '#components/ui/ticket.tsx'
import type { CartInput } from '#lib/checkout/client/cart-store.ts'
import { requestChosenQuote } from '#lib/checkout/client/quotes.ts'
import { CART_LIMITS } from '#lib/checkout/rules/cart-limits.ts'
import { type RequestFailure, toFailure } from '#lib/core/client/request.ts'
import { useOnline, useReturn } from '#lib/core/client/use-online.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { fillText, pluralText } from '#lib/core/i18n/plurals.ts'
import { privatePath } from '#lib/core/i18n/routing.ts'

export type ChosenPlan = ListedPlan & {
  name: string
  place: string
  iso2: string | null
  needsStartDate: boolean
  zone: string | null
}

/** What a plan is called beside others: its amount, and its days where they are fixed. */
export function fixedName({ amount, term }: ListedPlan, labels: PlanLabels): string {
  if (term.kind !== 'fixed') return amount

  return fillText(labels.fixed, { amount, days: pluralText(labels.dayForms, term.days, labels.tag) })
}

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

const STOCK_CODES = new Set(['sold_out', 'not_on_sale', 'gone', 'not_found'])

type PlanSummaryProps = {
  plan: ChosenPlan
  others: readonly ListedPlan[]
  choice: PlanChoice
  quote: ReturnType<typeof useQuote>
  labels: PlanLabels
  onCount: (count: number) => void
  onBuy: () => void
  /** The choice as it is put aside; null while something of it is missing. */
  onKeep: () => CartInput | null
}

/** The choice and its sum. Nothing is reserved or charged before the next page. */
export function PlanSummary({ plan, others, choice, quote, labels, onCount, onBuy, onKeep }: PlanSummaryProps) {
  const { summary } = labels
  const isOnline = useOnline()
  const days = plan.term.kind === 'fixed' ? plan.term.days : choice.days
  const date = (text: string) => (text ? shortDate(text, labels.tag) : summary.notChosen)
  const refusal = useRef<HTMLDivElement>(null)

  // On a phone the button that was pressed stands at the foot of the screen, far from here.
  useEffect(() => {
    if (quote.failure) refusal.current?.scrollIntoView({ block: 'center' })
  }, [quote.failure])

  return (
    <Ticket className="summary">
      <TicketPart>
        <p className="flex items-center gap-3.5">
          <Flag iso2={plan.iso2} lazy={false} />
          <b className="display text-(length:--s2)">{plan.place}</b>
        </p>
        <p className="soft">{plan.name}</p>
        <dl className="pairs mt-3.5">
          {plan.term.kind === 'day_pass' ? (
            <Row name={summary.days} value={pluralText(labels.dayForms, days, labels.tag)} />
          ) : null}
          {plan.needsStartDate ? (
            <>
              <Row name={summary.first} value={date(choice.startDate)} />
              <Row name={summary.last} value={date(lastDay(choice.startDate, days))} />
            </>
          ) : null}
          <div className="items-center">
            <dt>{summary.count}</dt>
            <dd>
              <Stepper
                id="count"
                name="count"
                size="small"
                value={choice.count}
                min={1}
                max={CART_LIMITS.esimsPerItem}
                labels={{ field: summary.count, less: summary.less, more: summary.more }}
                onChange={onCount}
              />
            </dd>
          </div>
        </dl>
      </TicketPart>
      <TicketTear />
      <TicketPart className="stack">
        <p className="summary-total flex items-end justify-between gap-4">
          <span>
            {summary.total}
            <br />
            <span className="small soft">
              <CurrencyText of={summary.tax} />
            </span>
          </span>
          <span className="price text-(length:--s5)/[1]" aria-live="polite">
            <Total plan={plan} choice={choice} labels={labels} />
          </span>
        </p>
        <Button
          tone="primary"
          wide
          className="stacked:hidden"
          aria-disabled={!isOnline || quote.isWorking}
          onClick={() => {
            if (isOnline && !quote.isWorking) onBuy()
          }}
        >
          {quote.isWorking ? summary.working : summary.continue}
        </Button>
        <AddToCart labels={labels.cart} choose={onKeep} />
        {isOnline ? null : (
          <Notice tone="wait" icon="offline">
            {summary.offline}
          </Notice>
        )}
        <div role="alert" className="empty:absolute" ref={refusal}>
          {quote.failure ? <Failure failure={quote.failure} plan={plan} others={others} labels={labels} /> : null}
        </div>
        <noscript>
          <Notice tone="wait">{summary.scripts}</Notice>
        </noscript>
        <p className="small soft">{summary.checked}</p>
      </TicketPart>
    </Ticket>
  )
}

/** What a choice costs: pieces of one price. */
function Total({ plan, choice, labels }: Pick<PlanSummaryProps, 'plan' | 'choice' | 'labels'>) {
  const piece = totalOf(plan, { ...choice, count: 1 })

  return <Price minor={totalOf(plan, choice)} money={labels.money} pieces={`${piece}*${choice.count}`} />
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

type FailureProps = { failure: RequestFailure; plan: ChosenPlan; others: readonly ListedPlan[]; labels: PlanLabels }

/** Why there is no offer, in plain words, with the next best plan where this one cannot be had. */
function Failure({ failure, plan, others, labels }: FailureProps) {
  const texts = labels.failure
  const nearest = STOCK_CODES.has(failure.code) ? nearestPlan(plan, others) : null

  return (
    <Notice tone={failure.code === 'internal' ? 'bad' : 'wait'}>
      <p>{texts[failure.code] ?? texts.internal}</p>
      {nearest ? (
        <p className="mt-2">
          {texts.nearest}
          <a className="text-link" href={labels.base + nearest.id}>
            {fixedName(nearest, labels)}, <Price minor={nearest.minor} money={labels.money} />
          </a>
        </p>
      ) : null}
      {STOCK_CODES.has(failure.code) ? (
        <p className="mt-2">
          <a className="text-link" href={labels.otherPlans}>
            {texts.others}
          </a>
        </p>
      ) : null}
      {failure.code === 'till_closed' ? (
        <p className="mt-2">
          <a className="text-link" href={`${privatePath(labels.locale, '/status')}#note`}>
            {texts.note}
          </a>
        </p>
      ) : null}
      {failure.reference && failure.code === 'internal' ? (
        <p className="small soft mt-2">{fillText(texts.reference ?? '', { reference: failure.reference })}</p>
      ) : null}
    </Notice>
  )
}

type BuyBarProps = { plan: ChosenPlan; choice: PlanChoice; isWorking: boolean; labels: PlanLabels; onBuy: () => void }

/** Sum and action at the foot of a phone. */
export function BuyBar({ plan, choice, isWorking, labels, onBuy }: BuyBarProps) {
  const isOnline = useOnline()
  const days = pluralText(labels.dayForms, plan.term.kind === 'fixed' ? plan.term.days : choice.days, labels.tag)
  const from = plan.needsStartDate && choice.startDate ? shortDate(choice.startDate, labels.tag) : ''

  return (
    <div className="buy-bar sticky bottom-0 z-3 hidden items-center justify-between gap-4 border-t border-line bg-card px-(--gut) py-2.5 stacked:flex">
      <p>
        <span className="price block text-(length:--s3)/[1.1]">
          <Total plan={plan} choice={choice} labels={labels} />
        </span>
        <span className="small soft num">
          {isOnline ? (from ? fillText(labels.summary.from, { days, date: from }) : days) : labels.summary.offline}
        </span>
      </p>
      <Button
        tone="primary"
        aria-disabled={!isOnline || isWorking}
        onClick={() => {
          if (isOnline && !isWorking) onBuy()
        }}
      >
        {isWorking ? labels.summary.working : labels.summary.continueShort}
      </Button>
    </div>
  )
}
