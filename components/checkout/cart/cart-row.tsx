'use client'

import { useLocale, useTranslations } from 'next-intl'
import { daySpanText } from '#components/orders/day-text.ts'
import { amountText } from '#components/orders/plan-text.ts'
import { Sum, sumText } from '#components/orders/sum.tsx'
import { Button } from '#components/ui/button.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Stepper } from '#components/ui/stepper.tsx'
import type { CartInput } from '#lib/checkout/client/cart-store.ts'
import type { CartLine, CartSubject } from '#lib/checkout/rules/cart-view.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { addDays, parseCalendarDate } from '#lib/core/rules/calendar-days.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

const REFUSALS = ['sold_out', 'not_on_sale', 'not_found', 'bad_input', 'upstream_unavailable'] as const

type CartRowProps = {
  id: string
  input: CartInput
  /** What the network said of it; null while it is asked. */
  line: CartLine | null
  max: number
  onCount: (count: number) => void
  onRemove: () => void
}

/** One choice: what it is, how many, what it costs now, or why it cannot be had. */
export function CartRow({ id, input, line, max, onCount, onRemove }: CartRowProps) {
  const t = useTranslations('cart')
  const locale = toLocale(useLocale())
  const subject = line && (line.quote ?? line.about)
  const name = usePlanName(subject, input.days)
  const shown = name ?? (line ? t('line.unknown') : '…')

  return (
    <li className="cart-row" aria-busy={line === null}>
      <Flag iso2={subject?.destination.iso2 ?? null} lazy={false} />
      <div className="cart-row-what">
        <h2>
          <a href={localePath(locale, `/plans/${input.planId}`)}>{shown}</a>
        </h2>
        <p className="soft num">{line ? <Details quote={line.quote} /> : t('reading')}</p>
        {line?.refusal ? (
          <Notice tone="wait" role="status" className="mt-2">
            {t(`refused.${wordsFor(line.refusal)}`)}
          </Notice>
        ) : null}
      </div>
      <div className="cart-row-much">
        <Stepper
          id={id}
          size="small"
          value={input.count}
          min={1}
          max={max}
          labels={{ field: t('line.quantity', { plan: shown }), less: t('line.less'), more: t('line.more') }}
          onChange={onCount}
        />
        <output className="price" htmlFor={id}>
          {line?.quote ? <Sum of={line.quote.total} /> : '–'}
        </output>
        <Button
          size="small"
          className="cart-row-remove"
          aria-label={t('line.removeNamed', { plan: shown })}
          onClick={(event) => {
            keepPlace(event.currentTarget, '.cart-row-remove', 'main h2')
            onRemove()
          }}
        >
          {t('line.remove')}
        </Button>
      </div>
    </li>
  )
}

function Details({ quote }: { quote: QuoteView | null }) {
  const t = useTranslations('cart.line')
  const plan = useTranslations('checkout.plan')
  const locale = toLocale(useLocale())
  if (!quote) return null
  const first = quote.startDate === null ? null : parseCalendarDate(quote.startDate)
  const parts = [
    quote.count > 1 ? t('each', { price: sumText(quote.unit, locale) }) : null,
    quote.term.kind === 'day_pass' ? plan('dayPassDays', { days: quote.days }) : null,
    first && plan('dates', { span: daySpanText(first, addDays(first, quote.days - 1), locale) }),
  ]

  return <>{parts.filter((part) => part !== null).join(' · ')}</>
}

function usePlanName(subject: QuoteView | CartSubject | null | undefined, days: number | undefined): string | null {
  const t = useTranslations('checkout.plan')
  const locale = toLocale(useLocale())
  if (!subject) return null
  const { destination, amount, term } = subject
  const plan =
    term.kind === 'fixed'
      ? t('fixed', { amount: amountText(amount, locale), days: term.days })
      : t('dayPass', { amount: amountText(amount, locale), days: days ?? term.minDays })

  return t('title', { destination: destination.name, plan })
}

function wordsFor({ code, reason }: { code: string; reason: string | null }) {
  if (reason === 'start_date_past') return 'start_date_past' as const

  return REFUSALS.find((known) => known === code) ?? ('internal' as const)
}
