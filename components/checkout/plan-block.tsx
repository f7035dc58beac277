'use client'

import { useLocale, useTranslations } from 'next-intl'
import { Block } from '#components/checkout/block.tsx'
import type { Offer } from '#components/checkout/use-offer.ts'
import { daySpanText } from '#components/orders/day-text.ts'
import { amountText } from '#components/orders/plan-text.ts'
import { TextField } from '#components/ui/field.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Stepper } from '#components/ui/stepper.tsx'
import { Ticket, TicketPart, TicketTear } from '#components/ui/ticket.tsx'
import { addDays, calendarDateAt, parseCalendarDate } from '#lib/domain/calendar-days.ts'
import { toLocale } from '#lib/i18n/config.ts'
import { localePath } from '#lib/i18n/routing.ts'

const MAX_COUNT = 20
const NETWORK_OFFSET_MINUTES = 480

type PlanBlockProps = { offer: Offer; travellers: string[]; onTraveller: (index: number, name: string) => void }

/** What is being bought, and what may still be changed about it. Every change asks the network for a new offer. */
export function PlanBlock({ offer, travellers, onTraveller }: PlanBlockProps) {
  const t = useTranslations('checkout.plan')
  const locale = toLocale(useLocale())
  const { quote, choice } = offer

  return (
    <Block n={1} heading={t('heading')}>
      <Ticket>
        <TicketPart className="flex items-center gap-4">
          <Flag iso2={quote.destination.iso2} lazy={false} />
          <div className="min-w-0 flex-1">
            <h3>
              <PlanTitle offer={offer} />
            </h3>
            <p className="soft num" aria-live="polite">
              {offer.isAsking ? t('updating') : <Dates offer={offer} />}
            </p>
          </div>
          <a className="link max-sm:hidden" href={localePath(locale, `/plans/${quote.planId}`)}>
            {t('change')}
          </a>
        </TicketPart>
        <TicketTear />
        <TicketPart className="stack">
          <PlanControls offer={offer} />
          {choice.count > 1 ? (
            <Travellers count={choice.count} names={travellers} onName={onTraveller} hint={t('travellersHint')} />
          ) : null}
          {quote.words.length > 0 ? (
            <details>
              <summary className="text-link own-words">{t('words')}</summary>
              <div className="words" dir="auto">
                {quote.words.map((word) => (
                  <p key={word}>{word}</p>
                ))}
              </div>
            </details>
          ) : null}
        </TicketPart>
      </Ticket>
    </Block>
  )
}

function PlanTitle({ offer }: { offer: Offer }) {
  const t = useTranslations('checkout.plan')
  const locale = toLocale(useLocale())
  const { destination, amount, term, days } = offer.quote
  const plan = t(term.kind === 'fixed' ? 'fixed' : 'dayPass', { amount: amountText(amount, locale), days })

  return t('title', { destination: destination.name, plan })
}

function Dates({ offer }: { offer: Offer }) {
  const t = useTranslations('checkout.plan')
  const locale = toLocale(useLocale())
  const { quote } = offer
  const first = quote.startDate === null ? null : parseCalendarDate(quote.startDate)
  const length = quote.term.kind === 'day_pass' ? t('dayPassDays', { days: quote.days }) : null
  const dates = first && t('dates', { span: daySpanText(first, addDays(first, quote.days - 1), locale) })

  return length && dates ? t('lengthAndDates', { length, dates }) : (length ?? dates)
}

function PlanControls({ offer }: { offer: Offer }) {
  const t = useTranslations('checkout.plan')
  const { quote, choice, choose } = offer

  return (
    <div className="plan-controls">
      <div className="field">
        <span className="field-name">{t('quantity')}</span>
        <Stepper
          id="count"
          value={choice.count}
          min={1}
          max={MAX_COUNT}
          labels={{ field: t('quantity'), less: t('less'), more: t('more') }}
          onChange={(count) => choose({ count })}
        />
      </div>
      {quote.term.kind === 'day_pass' ? (
        <div className="field">
          <span className="field-name">{t('days')}</span>
          <Stepper
            id="days"
            value={choice.days}
            min={quote.term.minDays}
            max={quote.term.maxDays}
            labels={{ field: t('days'), less: t('lessDays'), more: t('moreDays') }}
            onChange={(days) => choose({ days })}
          />
        </div>
      ) : null}
      {quote.startDate === null ? null : (
        <TextField
          id="start-date"
          type="date"
          label={t('startDate')}
          hint={t('startDateHint')}
          value={choice.startDate ?? ''}
          min={calendarDateAt(new Date(), NETWORK_OFFSET_MINUTES)}
          suppressHydrationWarning
          onChange={(event) => {
            const day = parseCalendarDate(event.target.value)
            if (day) choose({ startDate: day })
          }}
        />
      )}
    </div>
  )
}

type TravellersProps = { count: number; names: string[]; onName: PlanBlockProps['onTraveller']; hint: string }

function Travellers({ count, names, onName, hint }: TravellersProps) {
  const t = useTranslations('checkout.plan')

  return (
    <div>
      <div className="grid gap-4 sm:grid-cols-2">
        {Array.from({ length: count }, (_, index) => index).map((index) => (
          <TextField
            key={index}
            id={`traveller-${index + 1}`}
            label={t('traveller', { n: index + 1 })}
            value={names[index] ?? ''}
            maxLength={80}
            autoComplete={index === 0 ? 'name' : 'off'}
            onChange={(event) => onName(index, event.target.value)}
          />
        ))}
      </div>
      <p className="small soft mt-2.5">{hint}</p>
    </div>
  )
}
