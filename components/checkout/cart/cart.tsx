'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { SalesNote, StoppedCurrency } from '#components/checkout/sales-note.tsx'
import { useVouchers, VoucherBox, VoucherRows } from '#components/checkout/voucher/voucher-box.tsx'
import { MoneyAmount, sumText } from '#components/orders/money-amount.tsx'
import { StateBox } from '#components/orders/state-box.tsx'
import { usePlanTitle, useQuoteDates } from '#components/orders/use-order-texts.ts'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Stepper } from '#components/ui/stepper.tsx'
import { Ticket, TicketPart, TicketTear } from '#components/ui/ticket.tsx'
import { removeFromCart, setCartCount } from '#lib/checkout/client/cart.ts'
import { choiceMark } from '#lib/checkout/client/cart-choice.ts'
import { keepOffers, markOf } from '#lib/checkout/client/cart-offers.ts'
import { type CartInput, readCart, subscribeCart } from '#lib/checkout/client/cart-store.ts'
import {
  type CartRow as KnownRow,
  type KnownRows,
  knownRows,
  requestCart,
  rowOf,
} from '#lib/checkout/client/request-cart.ts'
import { CART_LIMITS } from '#lib/checkout/rules/cart-limits.ts'
import type { CartItem, CartSubject, CartView } from '#lib/checkout/rules/quote.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { knownCode, type RequestFailure, toFailure } from '#lib/core/client/request.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { chosenCurrency, subscribeChoice } from '#lib/pricing/client/currency-choice.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

const FAILURES = ['offline', 'rate_limited', 'till_closed', 'store_unavailable'] as const
const NOT_READ: readonly CartInput[] = []

/** What this browser has put aside, at today's prices. */
export function Cart() {
  const t = useTranslations('cart')
  const locale = toLocale(useLocale())
  const inputs = useSyncExternalStore(subscribeCart, readCart, () => NOT_READ)
  const isRead = useSyncExternalStore(subscribeCart, yes, no)
  const isOnline = useOnline()
  const offers = useCartOffers(inputs, locale)
  const count = inputs.reduce((sum, input) => sum + input.count, 0)
  const own = offers.view?.totals[0]?.currency
  const code = isOnline ? offers.failure?.code : 'offline'

  if (!isRead) return <p className="soft">{t('reading')}</p>
  if (inputs.length === 0) {
    return (
      <StateBox isCalm>
        <h2>{t('empty.heading')}</h2>
        <p>{t('empty.body')}</p>
        <p className="actions">
          <ButtonLink tone="primary" href={localePath(locale, '/destinations')}>
            {t('empty.action')}
          </ButtonLink>
        </p>
      </StateBox>
    )
  }

  return (
    <div className="columns">
      <div>
        {code ? (
          <Notice tone="wait" role="alert" className="mb-4">
            <p>{t(`failure.${knownCode(code, ...FAILURES)}`)}</p>
            {isOnline ? (
              <p className="mt-2">
                <Button size="small" onClick={() => void offers.ask()}>
                  {t('again')}
                </Button>
              </p>
            ) : null}
            {code === 'till_closed' ? <SalesNote /> : null}
          </Notice>
        ) : null}
        {own ? <StoppedCurrency own={own} /> : null}
        <ul className="grid">
          {inputs.map((input, index) => (
            <CartRow
              key={choiceMark(input)}
              id={`count-${index + 1}`}
              input={input}
              row={rowOf(input, offers.known)}
              isAsked={offers.isAsked}
              max={Math.max(input.count, Math.min(CART_LIMITS.esimsPerItem, CART_LIMITS.esims - count + input.count))}
              onCount={(next) => setCartCount(index, next)}
              onRemove={() => removeFromCart(index)}
            />
          ))}
        </ul>
      </div>
      <aside className="side side-flush">
        <CartSum count={count} view={offers.view} isStuck={code !== undefined} />
      </aside>
    </div>
  )
}

function yes(): boolean {
  return true
}

function no(): boolean {
  return false
}

type Answer = { of: string; view: CartView }

const SETTLE_MS = 500

/** What the network says of a cart: asked when it is opened and after every change of it or of the currency, kept line by line meanwhile. */
function useCartOffers(inputs: readonly CartInput[], locale: string) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [known, setKnown] = useState<KnownRows>(new Map())
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const running = useRef<AbortController | null>(null)
  const hasRequested = useRef(false)
  const currency = useSyncExternalStore(subscribeChoice, chosenCurrency, () => undefined)
  const of = markOfCart(inputs, currency)

  const ask = useCallback(async () => {
    running.current?.abort()
    if (inputs.length === 0) return
    const control = new AbortController()
    running.current = control
    hasRequested.current = true
    setFailure(null)
    try {
      const view = await requestCart(inputs, { locale, signal: control.signal })
      if (control.signal.aborted) return
      keepOffers(inputs.flatMap((input, index) => toOffer(input, view.items[index])))
      setKnown(knownRows(inputs, view.items))
      setAnswer({ of: markOfCart(inputs, chosenCurrency()), view })
    } catch (thrown) {
      if (!control.signal.aborted) setFailure(toFailure(thrown))
    }
  }, [inputs, locale])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another currency has other prices.
  useEffect(() => {
    const timer = setTimeout(() => void ask(), hasRequested.current ? SETTLE_MS : 0)

    return () => clearTimeout(timer)
  }, [ask, currency])

  return {
    /** The sum and where to order, null until the network has answered for the cart as it is. */
    view: answer?.of === of ? answer.view : null,
    known,
    /** An answer is under way. */
    isAsked: answer?.of !== of && failure === null,
    failure,
    ask,
  }
}

function markOfCart(inputs: readonly CartInput[], currency: string | undefined): string {
  return [currency, ...inputs.map(markOf)].join(' ')
}

function toOffer(input: CartInput, item: CartItem | undefined) {
  return item?.quote ? [{ input, quoteId: item.quote.id }] : []
}

type CartSumProps = {
  count: number
  /** What the server added up; null while it is asked. */
  view: CartView | null
  /** Nothing can be asked now. */
  isStuck: boolean
}

/** What the cart costs together, and the way to the checkout. */
function CartSum({ count, view, isStuck }: CartSumProps) {
  const t = useTranslations('cart')
  const vouchers = useVouchers(view?.checkoutId ?? null)
  const totals = vouchers.view ? [vouchers.view.total] : (view?.totals ?? [])
  const isLoading = view === null && !isStuck

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
                    <MoneyAmount of={total} />
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
            {isLoading ? t('summary.asking') : t('summary.continue')}
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
  if (problem === 'too_many_cards') return t('problem.too_many_cards', { limit: CART_LIMITS.esims })
  if (problem === 'too_many_lines') return t('problem.too_many_lines', { limit: CART_LIMITS.items })

  return t('problem.other')
}

const REFUSALS = ['sold_out', 'not_on_sale', 'not_found', 'bad_input', 'upstream_unavailable'] as const

type CartRowProps = {
  id: string
  input: CartInput
  row: KnownRow
  isAsked: boolean
  max: number
  onCount: (count: number) => void
  onRemove: () => void
}

/** One choice: what it is, how many, what it costs now, or why it cannot be had. */
function CartRow({ id, input, row, isAsked, max, onCount, onRemove }: CartRowProps) {
  const t = useTranslations('cart')
  const locale = toLocale(useLocale())
  const { subject, item } = row
  const planTitle = usePlanTitle()
  const shown = subject ? planTitle({ ...subject, days: daysOf(subject, input.days) }) : item ? t('line.unknown') : '…'

  return (
    <li
      className="cart-row grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 border-t border-line py-5 first:border-t-0 first:pt-2 small:grid-cols-[auto_minmax(0,1fr)]"
      aria-busy={item === null && isAsked}
    >
      <Flag iso2={subject?.destination.iso2 ?? null} lazy={false} />
      <div>
        <h2 className="text-(length:--s1)">
          <a className="no-underline hover:underline" href={localePath(locale, `/plans/${input.planId}`)}>
            {shown}
          </a>
        </h2>
        <p className="soft num">{item ? <Details quote={item.quote} /> : isAsked ? t('reading') : null}</p>
        {item?.refusal ? (
          <Notice tone="wait" role="status" className="mt-2">
            {t(`refused.${refusalKey(item.refusal)}`)}
          </Notice>
        ) : null}
      </div>
      <div className="flex items-center gap-x-4 gap-y-3 small:col-span-full small:flex-wrap small:gap-3">
        <Stepper
          id={id}
          size="small"
          value={input.count}
          min={1}
          max={max}
          labels={{ field: t('line.quantity', { plan: shown }), less: t('line.less'), more: t('line.more') }}
          onChange={onCount}
        />
        <output className="price min-w-22 text-end text-(length:--s1) small:ms-auto small:min-w-0" htmlFor={id}>
          {item?.quote ? <MoneyAmount of={item.quote.total} /> : '–'}
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
  const locale = toLocale(useLocale())
  const quoteDates = useQuoteDates()
  if (!quote) return null
  const parts = [quote.count > 1 ? t('each', { price: sumText(quote.unit, locale) }) : null, quoteDates(quote)]

  return <>{parts.filter((part) => part !== null).join(' · ')}</>
}

function daysOf({ term }: QuoteView | CartSubject, chosen: number | undefined): number {
  return term.kind === 'fixed' ? term.days : (chosen ?? term.minDays)
}

function refusalKey({ code, reason }: { code: string; reason: string | null }) {
  if (reason === 'start_date_past') return 'start_date_past' as const

  return knownCode(code, ...REFUSALS)
}
