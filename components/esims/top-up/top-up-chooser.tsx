'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { PLACES } from '#components/esims/top-up/top-up-path.ts'
import { TopUpSummary, useTopUp } from '#components/esims/top-up/top-up-summary.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { ShopPrice } from '#components/orders/money-amount.tsx'
import { OfflineReason, OnlineButton } from '#components/orders/online-button.tsx'
import { StateBox } from '#components/orders/state-box.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Flag } from '#components/ui/flag.tsx'
import type { IconName } from '#components/ui/icon.tsx'
import { Notice, type Tone } from '#components/ui/notice.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { amountText, intlTag } from '#lib/core/i18n/formats.ts'
import {
  type TopUpOffer,
  type TopUpPlace,
  type TopUpPlan,
  topUpOfferQuery,
  topUpPlacesQuery,
  type WirePlan,
} from '#lib/esims/client/top-ups.ts'

type PlanChoiceProps = {
  plans: TopUpPlan[]
  chosen: string | null
  /** The id of the heading above. */
  labelledBy: string
  onChoose: (plan: TopUpPlan) => void
}

/** The plans that the eSIM takes, one of which is chosen. */
function PlanChoice({ plans, chosen, labelledBy, onChoose }: PlanChoiceProps) {
  return (
    <fieldset className="methods" aria-labelledby={labelledBy}>
      {plans.map((plan) => (
        <PlanOption key={plan.id} plan={plan} isChosen={plan.id === chosen} onChoose={onChoose} />
      ))}
    </fieldset>
  )
}

type PlanOptionProps = { plan: TopUpPlan; isChosen: boolean; onChoose: (plan: TopUpPlan) => void }

function PlanOption({ plan, isChosen, onChoose }: PlanOptionProps) {
  const t = useTranslations('topup.plans')
  const tTopup = useTranslations('topup')
  const locale = toLocale(useLocale())
  const amount = amountText(plan.amount, intlTag(locale))
  const isDaily = plan.term.kind === 'day_pass'

  return (
    <label className="method grid grid-cols-[auto_minmax(0,1fr)_auto]">
      <input type="radio" name="plan" value={plan.id} checked={isChosen} onChange={() => onChoose(plan)} />
      <span>
        <b>{isDaily ? t('daily', { amount }) : amount}</b>
        <span className="small soft">
          {plan.term.kind === 'fixed'
            ? tTopup('line.days', { days: plan.term.days })
            : t('bounds', { min: plan.term.minDays, max: plan.term.maxDays })}
        </span>
      </span>
      <span className="text-end font-[650] [&>.small]:block [&>.small]:font-normal">
        <ShopPrice of={plan.price} isMetric={isDaily} />
        {isDaily ? <span className="small soft">{t('aDay')}</span> : null}
      </span>
    </label>
  )
}

type TopUpChooserProps = { esimId: string; last4: string; destination: string; shopHref: string }

/**
 * What is on an eSIM, what it takes, and the way to the checkout. Everything on it was asked of the network just now.
 */
export function TopUpChooser({ esimId, last4, destination, shopHref }: TopUpChooserProps) {
  const t = useTranslations('topup')
  const locale = toLocale(useLocale())
  const topUp = useTopUp(esimId, locale)
  const { data: offer, isPending, isError, isFetching, refetch } = useQuery(topUpOfferQuery(esimId))
  const chosen = topUp.choice?.plan.id ?? null
  if (isPending) {
    return (
      <p className="soft" role="status">
        {t('asking')}
      </p>
    )
  }
  if (isError || offer.refusal === 'no_answer') {
    return (
      <>
        <NoTopUp refusal="no_answer" shopHref={shopHref} destination={destination} />
        <p className="actions mt-4">
          <Button
            tone="ink"
            disabled={isFetching}
            onClick={({ currentTarget }) => {
              keepPlace(currentTarget, '#plan-line')
              void refetch()
            }}
          >
            {isFetching ? t('asking') : t('again')}
          </Button>
        </p>
        {offer ? <PlanRow timeline={offer.timeline} /> : null}
      </>
    )
  }
  // Nothing for where it was bought for: the network may name other places for it all the same.
  const isElsewhere = offer.refusal === 'nothing_fits'
  if (offer.refusal !== null && !isElsewhere) {
    return (
      <>
        <NoTopUp refusal={offer.refusal} shopHref={shopHref} destination={destination} />
        {offer.timeline ? (
          <div className="mt-5">
            <PlanRow timeline={offer.timeline} />
          </div>
        ) : null}
      </>
    )
  }

  return (
    <div className="columns">
      <div>
        {isElsewhere ? <NoTopUp refusal="nothing_fits" shopHref={shopHref} destination={destination} /> : null}
        <PlanRow timeline={offer.timeline} />
        {isElsewhere ? null : (
          <section className="mt-7" aria-labelledby="plans">
            <h2 id="plans">{t('plans.heading', { destination })}</h2>
            <p className="soft mb-4">{t('plans.hint')}</p>
            <PlanChoice plans={offer.plans} chosen={chosen} labelledBy="plans" onChoose={topUp.choose} />
          </section>
        )}
        <Places esimId={esimId} chosen={chosen} onChoose={topUp.choose} />
      </div>
      <aside className="side side-flush">
        <TopUpSummary last4={last4} start={offer.start} topUp={topUp} />
        <noscript>
          <Notice tone="wait">{t('noScript')}</Notice>
        </noscript>
      </aside>
    </div>
  )
}

const MARKS: Record<WirePlan['state'], { tone: Tone; icon: IconName }> = {
  ended: { tone: 'plain', icon: 'check' },
  running: { tone: 'good', icon: 'clock' },
  waiting: { tone: 'wait', icon: 'clock' },
}

// A dot per plan, and the line that leads on to the next.
const PLAN =
  'relative ps-7 pb-5 before:absolute before:start-0 before:top-1.5 before:size-[12px] before:rounded-full after:absolute after:start-[5px] after:top-5.5 after:bottom-0 after:w-[2px] last:after:hidden'
const DOTS: Record<WirePlan['state'], string> = {
  ended: 'before:bg-line-control after:bg-line-dash',
  running: 'before:bg-sea before:shadow-[0_0_0_5px_var(--sea-wash)] after:bg-sea',
  waiting: 'before:border-2 before:border-line-control before:bg-paper after:bg-sea',
}

/** What the network lists on an eSIM, one after the other: ended, running, waiting. With who said it, and when. */
function PlanRow({ timeline }: { timeline: TopUpOffer['timeline'] }) {
  const t = useTranslations('topup.line')

  return (
    <section className="panel" aria-labelledby="plan-line">
      <h2 id="plan-line">{t('heading')}</h2>
      {timeline === null ? (
        <p className="soft">{t('unknown')}</p>
      ) : (
        <>
          <ol className="plan-line mt-2 mb-4 grid">
            {timeline.plans.map((plan, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole, never changed.
              <PlanOnEsim key={index} plan={plan} />
            ))}
          </ol>
          <p className="small soft">
            {t.rich('source', { at: () => <LocalTime at={new Date(timeline.readAt)} show="time_zone" /> })}
          </p>
        </>
      )}
    </section>
  )
}

function PlanOnEsim({ plan }: { plan: WirePlan }) {
  const t = useTranslations('topup.line')
  const locale = toLocale(useLocale())
  const name = plan.amount ? amountText(plan.amount, intlTag(locale)) : t('noAmount')

  return (
    <li className={`${PLAN} ${DOTS[plan.state]}`}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[1.0625rem]">
        <b>{plan.isDayPass ? t('daily', { amount: name }) : name}</b>
        <Badge {...MARKS[plan.state]}>{t(plan.state)}</Badge>
      </p>
      <p className="soft">
        {t(plan.isTopUp ? 'topUp' : 'first')}
        {plan.days === null ? null : ` · ${t('days', { days: plan.days })}`}
      </p>
      <p className="small soft">
        <PlanDates plan={plan} /> {plan.state === 'waiting' ? null : usedText(plan, t)}
      </p>
    </li>
  )
}

function PlanDates({ plan: { state, beginsAt, endsAt } }: { plan: WirePlan }) {
  const t = useTranslations('topup.line')
  const time = (at: string) => () => <LocalTime at={new Date(at)} show="moment" />
  if (state === 'waiting') return t('notStarted')
  if (endsAt === null) return beginsAt === null ? null : t.rich('since', { at: time(beginsAt) })

  return t.rich(state === 'ended' ? 'endedAt' : 'until', { at: time(endsAt) })
}

function usedText({ usedMb }: WirePlan, t: ReturnType<typeof useTranslations<'topup.line'>>): string {
  return usedMb === null ? t('usedUnknown') : t('used', { mb: Math.ceil(usedMb) })
}

type PlacesProps = { esimId: string; chosen: string | null; onChoose: (plan: TopUpPlan) => void }

/** "Travel again with this eSIM": the other destinations that the network names for it, asked when somebody wants to know. */
function Places({ esimId, chosen, onChoose }: PlacesProps) {
  const t = useTranslations('topup.places')
  const tTopup = useTranslations('topup')
  const locale = useLocale()
  const [isWanted, setIsWanted] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery({ ...topUpPlacesQuery(esimId, locale), enabled: isWanted })
  const others = data?.destinations.filter(({ isOwn }) => !isOwn) ?? []
  const heading = useRef<HTMLHeadingElement>(null)

  // Whoever came by a link to this part has asked already. It was not there yet when the browser looked for it.
  useEffect(() => {
    if (window.location.hash !== `#${PLACES}`) return
    setIsWanted(navigator.onLine)
    heading.current?.focus()
  }, [])

  const ask = () => {
    setIsWanted(true)
    // The button goes away; what it asked for comes below.
    heading.current?.focus()
  }

  const again = () => {
    heading.current?.focus()
    void refetch()
  }

  return (
    <section className="panel mt-5" aria-labelledby={PLACES}>
      <h2 id={PLACES} ref={heading} tabIndex={-1}>
        {t('heading')}
      </h2>
      <p className="soft">{t('body')}</p>
      {isWanted ? null : (
        <OnlineButton className="mt-3" says="places-offline" onClick={ask}>
          {t('ask')}
        </OnlineButton>
      )}
      <div role="status">
        {isFetching ? <p className="soft">{t('asking')}</p> : null}
        {data && !isFetching ? <p className="mt-2">{t('found', { count: others.length })}</p> : null}
      </div>
      {isError && !isFetching ? (
        <Notice tone="wait">
          <p>{t('failed')}</p>
          <OnlineButton size="small" says="places-offline" onClick={again}>
            {tTopup('again')}
          </OnlineButton>
        </Notice>
      ) : null}
      <OfflineReason id="places-offline" />
      {others.map((place) => (
        <Place
          key={place.slug}
          id={`place-${place.slug}`}
          {...{ place, chosen, onChoose }}
          countries={place.countryCount === null ? null : t('countries', { count: place.countryCount })}
        />
      ))}
    </section>
  )
}

type PlaceProps = {
  id: string
  place: Pick<TopUpPlace, 'name' | 'iso2' | 'plans'>
  /** How many countries it is, in words. */
  countries: string | null
  isOpen?: boolean
  chosen: string | null
  onChoose: (plan: TopUpPlan) => void
}

/** A destination with the plans that an eSIM takes there. */
export function Place({ id, place, countries, isOpen = false, chosen, onChoose }: PlaceProps) {
  return (
    <details className="place border-t border-line open:pb-4" open={isOpen}>
      <summary className="flex min-h-[52px] cursor-pointer items-center gap-3">
        <Flag iso2={place.iso2} lazy={false} />
        <b id={id}>{place.name}</b>
        <span className="small soft">{countries}</span>
      </summary>
      <PlanChoice plans={place.plans} chosen={chosen} labelledBy={id} onChoose={onChoose} />
    </details>
  )
}

type NoTopUpProps = { refusal: NonNullable<TopUpOffer['refusal']>; shopHref: string; destination: string }

const HEADINGS: Partial<Record<NoTopUpProps['refusal'], 'noAnswerHeading' | 'nothingHeading'>> = {
  no_answer: 'noAnswerHeading',
  nothing_fits: 'nothingHeading',
}

/** Why nothing can be put on an eSIM, and what can be bought instead. */
export function NoTopUp({ refusal, shopHref, destination }: NoTopUpProps) {
  const t = useTranslations('topup.refusal')

  return (
    <StateBox isCalm role="status">
      <h2>{t(HEADINGS[refusal] ?? 'heading', { destination })}</h2>
      <p>{t(refusal, { destination })}</p>
      {refusal === 'no_answer' ? null : <p>{t('instead', { destination })}</p>}
      <p className="actions">
        <ButtonLink tone={refusal === 'no_answer' ? 'outline' : 'primary'} href={shopHref}>
          {t('shop', { destination })}
        </ButtonLink>
      </p>
    </StateBox>
  )
}
