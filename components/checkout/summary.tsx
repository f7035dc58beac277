'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { Offer } from '#components/checkout/use-offer.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import { planText } from '#components/orders/plan-text.ts'
import { Sum } from '#components/orders/sum.tsx'
import { Button } from '#components/ui/button.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Ticket, TicketPart, TicketTear } from '#components/ui/ticket.tsx'
import type { PaymentMethod } from '#lib/domain/payment-method.ts'
import { toLocale } from '#lib/i18n/config.ts'
import { currencyName } from '#lib/i18n/formats.ts'

type SummaryProps = { offer: Offer; method: PaymentMethod | undefined; isOrdering: boolean; isOnline: boolean }

/** What will be paid, next to the button that orders. It shows the old sum too while a new one waits for a yes. */
export function Summary({ offer, method, isOrdering, isOnline }: SummaryProps) {
  const t = useTranslations('checkout.summary')
  const plan = useTranslations('order')
  const locale = toLocale(useLocale())
  const { quote, change } = offer

  return (
    <Ticket as="section" aria-label={t('heading')}>
      <TicketPart>
        <p className="summary-head">
          <Flag iso2={quote.destination.iso2} lazy={false} />
          <b>{quote.destination.name}</b>
        </p>
        <dl className="pairs mt-3">
          <div>
            <dt>{t('each', { plan: planText(plan, quote, locale) })}</dt>
            <dd>
              {change ? (
                <s className="was">
                  <Sum of={change.unitBefore} />
                </s>
              ) : null}{' '}
              <Sum of={quote.unit} />
            </dd>
          </div>
          <div>
            <dt>{t('count')}</dt>
            <dd>{quote.count}</dd>
          </div>
          <div>
            <dt>{t('tax')}</dt>
            <dd>{t('taxIncluded')}</dd>
          </div>
          <div>
            <dt>{t('fee')}</dt>
            <dd>{t('none')}</dd>
          </div>
        </dl>
      </TicketPart>
      <TicketTear />
      <TicketPart className="stack">
        <p className="total">
          <span>
            {t('total')}
            <br />
            <span className="small soft">{currencyName(quote.total.currency, locale)}</span>
          </span>
          <output className="price">
            <Sum of={quote.total} />
          </output>
        </p>
        <OrderButton offer={offer} method={method} isOrdering={isOrdering} isOnline={isOnline} />
        <p className="small soft">
          {t.rich(change ? 'heldOnceAccepted' : 'heldUntil', {
            at: () => <LocalTime at={quote.expiresAt} show="time_zone" />,
          })}
        </p>
      </TicketPart>
    </Ticket>
  )
}

function OrderButton({ offer, method, isOrdering, isOnline }: SummaryProps) {
  const t = useTranslations('checkout')
  const words = () => {
    if (!isOnline) return t('offlineButton')
    if (isOrdering) return t(method === 'bank_transfer' ? 'summary.orderingTransfer' : 'summary.ordering')
    if (offer.isAsking) return t('plan.updating')

    return offer.change ? t('summary.acceptFirst') : t('summary.order')
  }
  const isBlocked = !isOnline || isOrdering || offer.isAsking || offer.change !== null || offer.stop !== null

  return (
    <Button type="submit" tone="primary" wide disabled={isBlocked}>
      {words()}
    </Button>
  )
}
