'use client'

import { useTranslations } from 'next-intl'
import { useVouchers } from '#components/checkout/voucher/use-vouchers.ts'
import { VoucherBox } from '#components/checkout/voucher/voucher-box.tsx'
import { VoucherRows } from '#components/checkout/voucher/voucher-rows.tsx'
import { Sum } from '#components/orders/sum.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Ticket, TicketPart, TicketTear } from '#components/ui/ticket.tsx'
import { CART_LIMITS } from '#lib/checkout/rules/cart-limits.ts'
import type { CartView } from '#lib/checkout/rules/cart-view.ts'

type CartSumProps = {
  count: number
  /** What the server added up; null while it is asked. */
  view: CartView | null
  /** Nothing can be asked now. */
  isStuck: boolean
}

/** What the cart costs together, and the way to the checkout. */
export function CartSum({ count, view, isStuck }: CartSumProps) {
  const t = useTranslations('cart')
  const vouchers = useVouchers(view?.checkoutId ?? null)
  const totals = vouchers.view ? [vouchers.view.total] : (view?.totals ?? [])
  const isAsking = view === null && !isStuck

  return (
    <Ticket as="section" aria-label={t('summary.label')}>
      <TicketPart>
        <dl className="pairs">
          <div>
            <dt>{t('summary.count')}</dt>
            <dd>{count}</dd>
          </div>
          <VoucherRows vouchers={vouchers} />
          <div>
            <dt>{t('summary.tax')}</dt>
            <dd>{t('summary.taxIncluded')}</dd>
          </div>
        </dl>
        <VoucherBox vouchers={vouchers} isStuck={!view?.checkoutId} />
      </TicketPart>
      <TicketTear />
      <TicketPart className="stack">
        <p className="total">
          <span>{t('summary.total')}</span>
          <output className="price" aria-live="polite">
            {totals.length > 0
              ? totals.map((total) => (
                  <span key={total.currency} className="block">
                    <Sum of={total} />
                  </span>
                ))
              : '–'}
          </output>
        </p>
        {view?.checkoutId ? (
          <ButtonLink tone="primary" wide href={`/checkout/${view.checkoutId}`}>
            {t('summary.continue')}
          </ButtonLink>
        ) : (
          <button type="button" className="btn btn-primary btn-wide" disabled>
            {isAsking ? t('summary.asking') : t('summary.continue')}
          </button>
        )}
        {view && view.checkoutId === null ? <Notice tone="wait">{blockOf(view, t)}</Notice> : null}
        <p className="small soft">{t('summary.separate')}</p>
        <p className="small soft">{t('summary.held')}</p>
      </TicketPart>
    </Ticket>
  )
}

function blockOf({ problem }: CartView, t: ReturnType<typeof useTranslations<'cart'>>): string {
  if (problem === null || problem === 'cart_empty') return t('summary.blocked')
  if (problem === 'too_many_cards') return t('problem.too_many_cards', { limit: CART_LIMITS.cards })
  if (problem === 'too_many_lines') return t('problem.too_many_lines', { limit: CART_LIMITS.lines })

  return t('problem.other')
}
