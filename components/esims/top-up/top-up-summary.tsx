'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { PlanTerms } from '#components/catalog/plan-ticket.tsx'
import { SalesNote } from '#components/checkout/sales-note.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { ShopPrice } from '#components/orders/money-amount.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice, type Tone } from '#components/ui/notice.tsx'
import { Stepper } from '#components/ui/stepper.tsx'
import { Ticket, TicketPart, TicketTear } from '#components/ui/ticket.tsx'
import { USUAL_DAYS } from '#lib/catalog/rules/day-pass.ts'
import { requestChosenQuote } from '#lib/checkout/client/quotes.ts'
import { knownCode, type RequestFailure, toFailure } from '#lib/core/client/request.ts'
import { useOnline, useReturn } from '#lib/core/client/use-online.ts'
import { type Locale, toLocale } from '#lib/core/i18n/config.ts'
import { amountText, intlTag } from '#lib/core/i18n/formats.ts'
import { multiply } from '#lib/core/rules/money.ts'
import type { TopUpOffer, TopUpPlan } from '#lib/esims/client/top-ups.ts'

type SummaryProps = {
  last4: string
  start: TopUpOffer['start']
  topUp: ReturnType<typeof useTopUp>
  /** What the eSIM is called. */
  esim?: 'esim' | 'sim'
}

/** What is put on which eSIM, from when it can be used, for how much. Nothing is charged before the next page. */
export function TopUpSummary({ last4, start, topUp, esim = 'esim' }: SummaryProps) {
  const t = useTranslations('topup.summary')
  const tTopup = useTranslations('topup')
  const isOnline = useOnline()
  const { choice, failure, isWorking } = topUp

  return (
    <Ticket as="section" aria-label={t('heading')}>
      <TicketPart className="stack">
        <p>
          <b className="text-(length:--s2)">{t('for', { last4, esim })}</b>
        </p>
        {choice ? <Chosen topUp={topUp} /> : <p className="soft">{t('chooseFirst')}</p>}
        <StartAnswer start={start} esim={esim} />
      </TicketPart>
      <TicketTear />
      <TicketPart className="stack">
        {choice ? (
          <p className="total">
            <span>{t('total')}</span>
            <output className="price">
              <ShopPrice of={totalOf(choice)} />
            </output>
          </p>
        ) : null}
        <Button tone="primary" wide disabled={choice === null || isWorking || !isOnline} onClick={topUp.ask}>
          {isWorking ? tTopup('places.asking') : t('continue')}
        </Button>
        <div role="alert" className="empty:hidden">
          {failure ? <Failure code={failure.code} reference={failure.reference} esim={esim} /> : null}
        </div>
        <p className="small soft">{isOnline ? t('checked', { esim }) : t('offline')}</p>
      </TicketPart>
    </Ticket>
  )
}

function Chosen({ topUp: { choice, setDays } }: Pick<SummaryProps, 'topUp'>) {
  const t = useTranslations('topup.summary')
  const plans = useTranslations('topup.plans')
  const locale = toLocale(useLocale())
  if (choice === null) return null
  const { plan, days } = choice
  const amount = amountText(plan.amount, intlTag(locale))

  return (
    <>
      <dl className="pairs">
        <div>
          <dt>{t('plan')}</dt>
          <dd>{plan.term.kind === 'fixed' ? amount : plans('daily', { amount })}</dd>
        </div>
        <div className="items-center">
          <dt>{t('days')}</dt>
          <dd>
            {plan.term.kind === 'fixed' ? (
              plan.term.days
            ) : (
              <Stepper
                id="days"
                size="small"
                value={days}
                min={plan.term.minDays}
                max={plan.term.maxDays}
                labels={{ field: t('days'), less: t('lessDays'), more: t('moreDays') }}
                onChange={setDays}
              />
            )}
          </dd>
        </div>
      </dl>
      {plan.words.length > 0 ? (
        <details>
          <summary className="text-link own-words">{t('words')}</summary>
          <PlanTerms words={plan.words} />
        </details>
      ) : null}
    </>
  )
}

const KNOWN = [
  'not_on_sale',
  'upstream_unavailable',
  'store_unavailable',
  'rate_limited',
  'till_closed',
  'offline',
  'not_found',
] as const

function Failure({ code, reference, esim }: { code: string; reference: string | null; esim: 'esim' | 'sim' }) {
  const t = useTranslations('topup.failure')
  const known = knownCode(code, ...KNOWN)

  return (
    <Notice tone={known === 'internal' ? 'bad' : 'wait'}>
      <p>{t(known, { esim })}</p>
      {known === 'internal' && reference ? <p className="small soft">{t('reference', { reference })}</p> : null}
      {known === 'till_closed' ? <SalesNote /> : null}
    </Notice>
  )
}

const TONES: Record<TopUpOffer['start']['kind'], Tone> = { today: 'good', waits: 'wait', unknown: 'wait' }

/** Whether the data of a new plan can be used today. Where the network does not say, neither do we. */
function StartAnswer({ start, esim }: { start: TopUpOffer['start']; esim: 'esim' | 'sim' }) {
  const t = useTranslations('topup.start')
  const { kind, from } = start
  const messageKey = from === null || kind === 'today' ? kind : (`${kind}From` as const)

  return (
    <Notice tone={TONES[kind]} icon={kind === 'unknown' ? 'unknown' : 'clock'}>
      <b>{t(`${kind}Head`)}</b>{' '}
      {t.rich(messageKey, { esim, at: () => (from === null ? '' : <LocalTime at={new Date(from)} show="moment" />) })}
    </Notice>
  )
}

/** What is chosen for an eSIM: a plan, and days where it is a day pass. */
type TopUpChoice = { plan: TopUpPlan; days: number }

/** The choice on the page, its price, and the way to the checkout with an offer for it. */
export function useTopUp(esimId: string | null, locale: Locale, isInHand = false) {
  const [choice, setChoice] = useState<TopUpChoice | null>(null)
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const [isWorking, setIsWorking] = useState(false)
  const isBusy = useRef(false)
  const release = () => {
    isBusy.current = false
    setIsWorking(false)
  }
  useReturn(release)

  const ask = async () => {
    if (choice === null || esimId === null || isBusy.current) return
    isBusy.current = true
    setIsWorking(true)
    setFailure(null)
    const { plan, days } = choice
    try {
      const isDaily = plan.term.kind === 'day_pass'
      const seenUnitMinor = totalOf(choice).minor
      const quote = await requestChosenQuote({
        planId: plan.id,
        count: 1,
        locale,
        seenUnitMinor,
        esimId,
        isInHand,
        ...(isDaily && { days }),
      })
      window.location.assign(`/checkout/${quote.id}`)
    } catch (thrown) {
      setFailure(toFailure(thrown))
      release()
    }
  }

  return {
    choice,
    failure,
    isWorking,
    choose: (plan: TopUpPlan) => {
      setFailure(null)
      setChoice((before) => ({ plan, days: daysWithin(plan, before?.days ?? USUAL_DAYS) }))
    },
    setDays: (days: number) => setChoice((before) => before && { ...before, days: daysWithin(before.plan, days) }),
    ask: () => void ask(),
  }
}

/** Returns what a choice costs as a whole. */
function totalOf({ plan, days }: TopUpChoice) {
  return plan.term.kind === 'day_pass' ? multiply(plan.price, days) : plan.price
}

function daysWithin({ term }: TopUpPlan, days: number): number {
  return term.kind === 'fixed' ? term.days : Math.min(Math.max(days, term.minDays), term.maxDays)
}
