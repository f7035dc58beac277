'use client'

import { useLocale, useTranslations } from 'next-intl'
import { SalesNote } from '#components/checkout/sales-note.tsx'
import { StartAnswer } from '#components/esims/top-up/start-answer.tsx'
import { totalOf, type useTopUp } from '#components/esims/top-up/use-top-up.ts'
import { amountText } from '#components/orders/plan-text.ts'
import { Sum } from '#components/orders/sum.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Stepper } from '#components/ui/stepper.tsx'
import { Ticket, TicketPart, TicketTear } from '#components/ui/ticket.tsx'
import { useOnline } from '#lib/core/client/use-online.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { TopUpOffer } from '#lib/esims/client/top-ups.ts'

type SummaryProps = {
  last4: string
  start: TopUpOffer['start']
  topUp: ReturnType<typeof useTopUp>
  /** What the card is called. */
  card?: 'esim' | 'sim'
}

/** What is put on which eSIM, from when it can be used, for how much. Nothing is charged before the next page. */
export function TopUpSummary({ last4, start, topUp, card = 'esim' }: SummaryProps) {
  const t = useTranslations('topup.summary')
  const isOnline = useOnline()
  const { choice, failure, isWorking } = topUp

  return (
    <Ticket as="section" aria-label={t('heading')}>
      <TicketPart className="stack">
        <p className="summary-head">
          <b>{t('for', { last4, card })}</b>
        </p>
        {choice ? <Chosen topUp={topUp} /> : <p className="soft">{t('chooseFirst')}</p>}
        <StartAnswer start={start} card={card} />
      </TicketPart>
      <TicketTear />
      <TicketPart className="stack">
        {choice ? (
          <p className="total">
            <span>{t('total')}</span>
            <output className="price">
              <Sum of={totalOf(choice)} />
            </output>
          </p>
        ) : null}
        <Button tone="primary" wide disabled={choice === null || isWorking || !isOnline} onClick={topUp.ask}>
          {isWorking ? t('working') : t('continue')}
        </Button>
        <div role="alert" className="empty:hidden">
          {failure ? <Failure code={failure.code} reference={failure.reference} card={card} /> : null}
        </div>
        <p className="small soft">{isOnline ? t('checked', { card }) : t('offline')}</p>
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
  const amount = amountText(plan.amount, locale)

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
          <div className="words" dir="auto">
            {plan.words.map((word) => (
              <p key={word}>{word}</p>
            ))}
          </div>
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

type FailureProps = { code: string; reference: string | null; card: 'esim' | 'sim' }

function Failure({ code, reference, card }: FailureProps) {
  const t = useTranslations('topup.failure')
  const known = KNOWN.find((name) => name === code) ?? 'internal'

  return (
    <Notice tone={known === 'internal' ? 'bad' : 'wait'}>
      <p>{t(known, { card })}</p>
      {known === 'internal' && reference ? <p className="small soft">{t('reference', { reference })}</p> : null}
      {known === 'till_closed' ? <SalesNote /> : null}
    </Notice>
  )
}
