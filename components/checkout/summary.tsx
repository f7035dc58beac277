'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { Offer, Offers, OrderHold } from '#components/checkout/use-offers.ts'
import { VoucherBox, VoucherRows, type Vouchers } from '#components/checkout/voucher/voucher-box.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { MoneyAmount } from '#components/orders/money-amount.tsx'
import { useItemText } from '#components/orders/use-order-texts.ts'
import { Button } from '#components/ui/button.tsx'
import { Ticket, TicketPart, TicketTear } from '#components/ui/ticket.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { currencyName } from '#lib/core/i18n/formats.ts'
import { sum } from '#lib/core/rules/money.ts'
import type { PaymentMethod } from '#lib/core/rules/payment-method.ts'
import type { OwnCredit } from '#lib/pricing/rules/voucher.ts'

type SummaryProps = {
  offers: Offers
  vouchers: Vouchers
  credits: OwnCredit[]
  method: PaymentMethod | undefined
  hold: OrderHold | null
  isOnline: boolean
}

/** What will be paid, next to the button that orders. It shows the old sum too while a new one waits for a yes. */
export function Summary({ offers, vouchers, credits, method, hold, isOnline }: SummaryProps) {
  const t = useTranslations('checkout.summary')
  const orderLabel = useOrderLabel()
  const locale = toLocale(useLocale())
  const { items, total, change, expiresAt } = offers
  const currency = currencyName(total.currency, locale)
  const hasEnded = offers.stop?.code === 'quote_expired'
  const tax =
    vouchers.view?.tax ??
    sum(
      items.map(({ quote }) => quote.tax),
      total.currency,
    )

  return (
    <Ticket as="section" aria-label={t('heading')}>
      <TicketPart>
        <dl className="pairs">
          <SummaryItems items={items} />
          <VoucherRows vouchers={vouchers} />
          {tax.minor > 0 ? (
            <div>
              <dt>{t('tax')}</dt>
              <dd>{t.rich('taxSum', { sum: () => <MoneyAmount of={tax} /> })}</dd>
            </div>
          ) : null}
        </dl>
        <VoucherBox vouchers={vouchers} credits={credits} isStuck={!isOnline || offers.stop !== null} />
      </TicketPart>
      <TicketTear />
      <TicketPart className="stack">
        <p className="total">
          <span>
            {t('total')}
            <br />
            <span className="small soft">{tax.minor > 0 ? currency : t('taxIncluded', { currency })}</span>
          </span>
          <output className="price">
            <MoneyAmount of={vouchers.view?.total ?? total} />
          </output>
        </p>
        <Button type="submit" tone="primary" wide disabled={hold !== null}>
          {orderLabel(hold, { method, press: t('order') })}
        </Button>
        <p className="small soft">
          {t.rich(hasEnded ? 'heldBefore' : change ? 'heldOnceAccepted' : 'heldUntil', {
            at: () => <LocalTime at={expiresAt} show="time_zone" />,
          })}
        </p>
      </TicketPart>
    </Ticket>
  )
}

type Press = { method: PaymentMethod | undefined; press: string }

/** What a button says that orders: `press` while it can be pressed, otherwise why not. */
export function useOrderLabel(): (hold: OrderHold | null, press: Press) => string {
  const t = useTranslations('checkout')

  return (hold, { method, press }) => {
    if (hold === 'offline') return t('offlineButton')
    if (hold === 'ordering') return t(method === 'bank_transfer' ? 'summary.orderingTransfer' : 'summary.ordering')
    if (hold === 'updating') return t('plan.updating')
    if (hold === 'checking_code') return t('summary.checkingVoucher')
    if (hold === 'expired') return t('stopped.quote_expired.heading')

    return hold === 'price_changed' ? t('summary.acceptFirst') : press
  }
}

/** What each plan adds to the sum. */
function SummaryItems({ items }: { items: Offer[] }) {
  const itemText = useItemText()

  return items.map(({ quote, change }) => (
    <div key={quote.id}>
      <dt>{itemText(quote)}</dt>
      <dd>
        {change ? (
          <s className="font-[450] text-ink-soft">
            <MoneyAmount of={change.before} />
          </s>
        ) : null}{' '}
        <MoneyAmount of={quote.total} />
      </dd>
    </div>
  ))
}
