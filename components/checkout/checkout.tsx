'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { BuyerBlock, type KnownBuyer, PaymentBlock } from '#components/checkout/checkout-blocks.tsx'
import { NO_PROBLEMS, type Problems, placeOf } from '#components/checkout/checkout-problems.ts'
import { fieldId, PlanBlock } from '#components/checkout/plan-block.tsx'
import { Reminders } from '#components/checkout/reminders.tsx'
import { SalesNote, StoppedCurrency } from '#components/checkout/sales-note.tsx'
import { Summary, useOrderLabel } from '#components/checkout/summary.tsx'
import {
  type CheckoutStop,
  type Offers,
  type OrderHold,
  orderHold,
  useOffers,
} from '#components/checkout/use-offers.ts'
import { useDraft, useOrder } from '#components/checkout/use-order.ts'
import { useVouchers } from '#components/checkout/voucher/voucher-box.tsx'
import { esimWord, topUpPath } from '#components/esims/top-up/top-up-path.ts'
import { problemOf } from '#components/orders/gift-fields.tsx'
import { sumText } from '#components/orders/money-amount.tsx'
import { usePlanTitle } from '#components/orders/use-order-texts.ts'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { isAddressShaped } from '#lib/checkout/rules/email-shape.ts'
import { suggestEmail } from '#lib/checkout/rules/email-typo.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { knownCode } from '#lib/core/client/request.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { PaymentMethod, PaymentOffer } from '#lib/core/rules/payment-method.ts'
import { withoutMarks } from '#lib/core/rules/typed-text.ts'
import { type OrderBody, requestSettlement } from '#lib/orders/client/orders.ts'
import type { Decline } from '#lib/payments/rules/payment.ts'
import { voucherInput } from '#lib/pricing/client/vouchers.ts'
import type { PriceChange } from '#lib/pricing/rules/price-change.ts'
import type { OwnCredit } from '#lib/pricing/rules/voucher.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

type CheckoutProps = {
  /** One for each item of the order, in the buyer's order. */
  quotes: QuoteView[]
  payment: PaymentOffer
  credits: OwnCredit[]
  /** What the profile of whoever is signed in says. */
  known: KnownBuyer | null
  seller: string | null
  /** Whether the shop reminds buyers who do not finish. */
  canRemind: boolean
  /** The order that this browser started with these offers before: its payment is open, or it came to nothing. */
  earlier: { orderId: string; hasEnded: boolean; declined: Decline | null } | null
}

/** The whole till on one page: the plans, the buyer, the payment, and a sum that never changes silently. */
export function Checkout({ quotes, payment, credits, known, seller, canRemind, earlier }: CheckoutProps) {
  const t = useTranslations('checkout')
  const locale = toLocale(useLocale())
  const isOnline = useOnline()
  const declined = earlier?.declined ?? null
  // Who was declined wants to pay: the next offer is asked for without another press.
  const isRenewed = declined !== null && earlier?.hasEnded === true
  const offers = useOffers(quotes, { locale, hasFailed: (earlier?.hasEnded ?? false) && !isRenewed, isRenewed })
  const isLooking = useEarlierPayment(earlier)
  const vouchers = useVouchers(offers.checkoutId)
  const { draft, change } = useDraft(offers.checkoutId, known?.email ?? '')
  const { email, travellers, agreed, invoice } = draft
  // What goes onto an eSIM that somebody has is no gift.
  const gift = offers.items.every(({ quote }) => !quote.topUp) ? draft.gift : undefined
  const method = payment.methods.find((offered) => offered === draft.method) ?? payment.methods[0]
  const [keptEmail, setKeptEmail] = useState<string | null>(null)
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const question = useRef<HTMLDivElement>(null)
  const suggestion = email === keptEmail ? null : suggestEmail(email)
  const [first, ...others] = offers.items
  const slug = first?.quote.destination.slug ?? ''
  const shopHref = first?.quote.topUp ? topUpPath(first.quote.topUp) : localePath(locale, `/destinations/${slug}`)
  const othersHref = others.length > 0 ? '/cart' : shopHref

  /** Says what has to be mended, and leads there. `false` where that is nothing. */
  const show = (found: Problems) => {
    setProblems(found)
    const place = placeOf(found, invoice?.company)
    if (place !== null) document.getElementById(place)?.focus()

    return place !== null
  }
  const { isOrdering, order } = useOrder({
    offers,
    vouchers,
    onRefused: (fields) =>
      show({
        ...NO_PROBLEMS,
        email: fields.email ? t('you.emailMissing') : null,
        gift: fields.gift,
        invoice: fields.invoice ? t('invoice.missing') : null,
        method: fields.method ? t('payment.methodGone') : null,
      }),
  })
  const hold = orderHold({ offers, vouchers, isOrdering, isOnline })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (hold !== null) return
    const found = {
      ...NO_PROBLEMS,
      email: isAddressShaped(email) ? null : t('you.emailMissing'),
      gift: gift ? problemOf(gift) : null,
      invoice: invoice === null || (invoice.company && invoice.postalAddress) ? null : t('invoice.missing'),
      terms: agreed.hasRead ? null : t('payment.termsMissing'),
    }
    if (suggestion && !found.email) {
      setProblems(found)

      return question.current?.focus()
    }
    if (show(found)) return

    const consents = { terms: true, withdrawalInfo: true, deviceChecked: agreed.deviceChecked } as const
    const remind = canRemind && draft.remind ? ({ remind: true } as const) : {}
    const details = {
      ...(method ? { method } : {}),
      ...(invoice ? { invoice } : {}),
      ...(gift
        ? {
            gift: { ...gift, email: withoutMarks(gift.email), from: withoutMarks(gift.from) } as OrderBody['gift'] &
              object,
          }
        : {}),
    }
    void order(
      { email: withoutMarks(email), consents: { ...consents, ...remind }, ...details, ...voucherInput(vouchers.view) },
      travellers,
    )
  }

  return (
    // Sent by a browser without our scripts, an address does not come into the page's own, nor into logs.
    <form className="columns" method="post" noValidate onSubmit={submit}>
      <div>
        <h1 className="page-title">{t('title')}</h1>
        <noscript>
          <Notice tone="wait">{t('noScript')}</Notice>
        </noscript>
        <div role="status">{isLooking ? <Notice tone="wait">{t('return.heading')}</Notice> : null}</div>
        {offers.stop ? (
          <StopNotice
            {...{ stop: offers.stop, offers, othersHref, email, hold, method, methods: payment.methods }}
            // Said again when another try ends in the same way.
            key={`${offers.stop.code} ${offers.stops}`}
          />
        ) : declined && !isLooking ? (
          <Notice tone="bad" role="alert" className="mb-4">
            <b>{t('declined.heading')}</b> {t(`declined.${declined}`)}
          </Notice>
        ) : null}
        {offers.change && !offers.stop ? (
          <PriceChangeNotice change={offers.change} othersHref={othersHref} onAccept={offers.accept} />
        ) : null}
        {isOnline ? null : (
          <Notice tone="wait" icon="offline" role="status">
            {t('stopped.offline.body')}
          </Notice>
        )}
        <StoppedCurrency own={offers.total.currency} />
        {offers.items.some(({ quote }) => quote.mayBeDelayed) ? <Notice tone="wait">{t('mayBeDelayed')}</Notice> : null}
        <PlanBlock
          offers={offers}
          travellers={travellers}
          onTraveller={(place) => change({ travellers: withName(travellers, place) })}
        />
        <BuyerBlock
          value={email}
          error={problems.email}
          suggestion={suggestion}
          question={question}
          onChange={(typed) => {
            change({ email: typed })
            setProblems((current) => ({ ...current, email: null }))
          }}
          onKeep={() => setKeptEmail(email)}
          invoice={invoice}
          known={known}
          {...(gift === undefined ? {} : { gift })}
          giftProblem={problems.gift}
          onGift={(given) => {
            change({ gift: given })
            setProblems((current) => ({ ...current, gift: null }))
          }}
          remind={canRemind ? draft.remind : null}
          onRemind={(isWanted) => change({ remind: isWanted })}
          invoiceError={problems.invoice}
          onInvoice={(company) => {
            change({ invoice: company })
            setProblems((current) => ({ ...current, invoice: null }))
          }}
        />
        <PaymentBlock
          count={offers.items.reduce((sum, { quote }) => sum + (quote.topUp ? 0 : quote.count), 0)}
          esim={esimWord(first?.quote.topUp)}
          payment={payment}
          method={method}
          agreed={agreed}
          error={agreed.hasRead ? null : problems.terms}
          methodError={problems.method}
          onMethod={(chosen) => {
            change({ method: chosen })
            setProblems((current) => ({ ...current, method: null }))
          }}
          onAgree={(ticked) => change({ agreed: ticked })}
        />
      </div>
      <aside className="side">
        <Summary {...{ offers, vouchers, credits, method, hold, isOnline }} />
        <Reminders quotes={offers.items.map(({ quote }) => quote)} seller={seller} />
      </aside>
    </form>
  )
}

/**
 * Has an open payment of this offer read when the buyer comes back to the checkout, and the page written anew. `true` while that
 * is under way: until then nobody can say what became of the payment.
 */
function useEarlierPayment(earlier: { orderId: string; hasEnded: boolean } | null): boolean {
  const { refresh, isReading } = useRefresh()
  const orderId = earlier === null || earlier.hasEnded ? null : earlier.orderId
  const [isLoading, setIsLoading] = useState(orderId !== null)

  useEffect(() => {
    if (orderId === null) return
    requestSettlement(orderId)
      .then(() => refresh())
      // Nothing is lost: the event of the provider leads to the same place.
      .catch(() => {})
      .finally(() => setIsLoading(false))
  }, [orderId, refresh])

  return isLoading || isReading
}

/** Tells whether the focus is in a field that is written into: it is not taken away from there. */
function isWriting(): boolean {
  return document.activeElement?.matches('input:not([type=checkbox],[type=radio]), textarea') ?? false
}

/** What stands in the way of ordering; it takes the focus, though not from a field that is written into. */
function StopBox({ isPressed = false, children }: { isPressed?: boolean | undefined; children: ReactNode }) {
  const box = useRef<HTMLElement>(null)

  useEffect(() => {
    if (isPressed || !isWriting()) box.current?.focus()
  }, [isPressed])

  return (
    <section
      className="change mt-3 mb-6 grid gap-3 rounded-ticket border border-amber bg-amber-wash p-5 [&>h2]:text-(length:--s2)"
      role="alert"
      tabIndex={-1}
      ref={box}
    >
      {children}
    </section>
  )
}

type PriceChangeNoticeProps = { change: PriceChange; othersHref: string; onAccept: () => void }

/** Both prices, and the choice. Until it is made, nothing can be ordered. */
function PriceChangeNotice({ change, othersHref, onAccept }: PriceChangeNoticeProps) {
  const t = useTranslations('checkout.changed')
  const locale = toLocale(useLocale())
  const sums = { before: sumText(change.before, locale), now: sumText(change.now, locale) }

  return (
    <StopBox>
      <h2>{t('heading')}</h2>
      <p>
        {t.rich('body', {
          ...sums,
          sums: (chunks) => <span className="num">{chunks}</span>,
          b: (chunks) => <b>{chunks}</b>,
        })}
      </p>
      <p className="actions">
        <Button
          tone="ink"
          onClick={(event) => {
            keepPlace(event.currentTarget, '.page-title')
            onAccept()
          }}
        >
          {t('accept', { now: sums.now })}
        </Button>
        <ButtonLink href={othersHref}>{t('others')}</ButtonLink>
      </p>
    </StopBox>
  )
}

/** Returns the names with one of them put in its place. */
function withName(names: string[][], { item, place, name }: { item: number; place: number; name: string }): string[][] {
  return padded(names, item, []).map((own, at) =>
    at === item ? padded(own, place, '').map((former, index) => (index === place ? name : former)) : own,
  )
}

function padded<Item>(items: Item[], last: number, empty: Item): Item[] {
  return Array.from({ length: Math.max(items.length, last + 1) }, (_, index) => items[index] ?? empty)
}

const KNOWN = [
  'sold_out',
  'not_on_sale',
  'quote_expired',
  'start_date',
  'total_too_small',
  'upstream_unavailable',
  'store_unavailable',
  'till_closed',
  'rate_limited',
  'buyer_blocked',
  'conflict',
  'payment_failed',
  'payment_unavailable',
  'offline',
  'order_lost',
] as const
const ENDED = ['not_on_sale', 'gone']
const TRY_AGAIN = ['payment_failed', 'payment_unavailable', 'store_unavailable']

type StopNoticeProps = {
  stop: CheckoutStop
  offers: Offers
  othersHref: string
  email: string
  hold: OrderHold | null
  method: PaymentMethod | undefined
  methods: readonly PaymentMethod[]
}

/** Why nothing can be ordered now, where the money is, and what to do. `email`: as far as it was typed. */
function StopNotice({ stop, offers, othersHref, email, hold, method, methods }: StopNoticeProps) {
  const t = useTranslations('checkout.stopped')
  const cart = useTranslations('cart.checkout')
  const isOnline = useOnline()
  const orderLabel = useOrderLabel()
  const locale = toLocale(useLocale())
  const code = ENDED.includes(stop.code) ? 'not_on_sale' : knownCode(stop.code, ...KNOWN)
  const about = offers.items[stop.item ?? 0]
  const isOneOfMany = stop.item !== null && offers.items.length > 1

  return (
    <StopBox isPressed={stop.isOfOrder}>
      <h2>{t(`${code}.heading`)}</h2>
      {isOneOfMany && about ? <About quote={about.quote} /> : null}
      <p>
        {t(`${code}.body`, {
          count: stop.count,
          destination: about?.quote.destination.name ?? '',
          minutes: stop.waitMinutes,
          least: stop.least ? sumText(stop.least, locale) : '',
        })}
        {code === 'total_too_small' && methods.length > 1 ? ` ${t('otherWay')}` : null}
      </p>
      {stop.reference && (code === 'internal' || code === 'order_lost') ? (
        <p className="small soft">
          {t.rich('reference', { reference: stop.reference, code: (chunks) => <bdi>{chunks}</bdi> })}
        </p>
      ) : null}
      <p className="actions">
        {code === 'sold_out' && stop.count > 1 ? <Fewer stop={stop} offers={offers} /> : null}
        {code === 'sold_out' || code === 'not_on_sale' || code === 'total_too_small' ? (
          <ButtonLink href={othersHref}>{offers.items.length > 1 ? cart('change') : t('others')}</ButtonLink>
        ) : code === 'buyer_blocked' ? (
          <ButtonLink href="/contact">{t('write')}</ButtonLink>
        ) : code === 'start_date' ? (
          <Button tone="ink" onClick={() => document.getElementById(fieldId('start-date', stop.item ?? 0))?.focus()}>
            {t('otherDay')}
          </Button>
        ) : code === 'order_lost' ? (
          // The same order under the same key: where it has arrived, it is answered and not placed again.
          <Button type="submit" tone="ink" disabled={hold !== null}>
            {orderLabel(hold, { method, press: t('tryAgain') })}
          </Button>
        ) : (
          <Button
            tone="ink"
            disabled={offers.isLoading || !isOnline}
            onClick={(event) => {
              keepPlace(event.currentTarget, '.page-title')
              void offers.renew()
            }}
          >
            {t(TRY_AGAIN.includes(code) ? 'tryAgain' : 'renew')}
          </Button>
        )}
      </p>
      {code === 'till_closed' ? <SalesNote email={email} /> : null}
    </StopBox>
  )
}

// Which of the plans it is about, where there are several.
function About({ quote }: { quote: QuoteView }) {
  const t = useTranslations('cart.checkout')
  const planTitle = usePlanTitle()

  return (
    <p>
      <b>{t('about', { plan: planTitle(quote) })}</b>
    </p>
  )
}

// What was last on offer for certain, else one less than was asked for.
function Fewer({ stop, offers }: { stop: CheckoutStop; offers: Offers }) {
  const t = useTranslations('checkout.stopped')
  const item = stop.item ?? 0
  const offered = offers.items[item]?.quote.count ?? 1
  const count = offered < stop.count ? offered : stop.count - 1

  return (
    <Button
      tone="ink"
      onClick={(event) => {
        keepPlace(event.currentTarget, '.page-title')
        offers.choose(item, { count })
      }}
    >
      {t('fewer', { count })}
    </Button>
  )
}
