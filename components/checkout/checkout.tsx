'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { EmailBlock } from '#components/checkout/email-block.tsx'
import { PaymentBlock } from '#components/checkout/payment-block.tsx'
import { PlanBlock } from '#components/checkout/plan-block.tsx'
import { PriceChangeNotice } from '#components/checkout/price-change.tsx'
import { Reminders } from '#components/checkout/reminders.tsx'
import { StopNotice } from '#components/checkout/stop-notice.tsx'
import { Summary } from '#components/checkout/summary.tsx'
import { useDraft, withName } from '#components/checkout/use-draft.ts'
import { useEarlierPayment } from '#components/checkout/use-earlier-payment.ts'
import { useOffers } from '#components/checkout/use-offers.ts'
import { useOrder } from '#components/checkout/use-order.ts'
import { useVouchers, voucherInput } from '#components/checkout/voucher/use-vouchers.ts'
import { cardWord, topUpPath } from '#components/esims/top-up/top-up-path.ts'
import { Notice } from '#components/ui/notice.tsx'
import { isAddressShaped } from '#lib/checkout/rules/email-shape.ts'
import { suggestEmail } from '#lib/checkout/rules/email-typo.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { PaymentOffer } from '#lib/payments/rules/payment-method.ts'
import type { OwnCredit } from '#lib/pricing/rules/voucher.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

type CheckoutProps = {
  /** One for each line of the order, in the buyer's order. */
  quotes: QuoteView[]
  payment: PaymentOffer
  credits: OwnCredit[]
  seller: string | null
  /** The order that this browser started with these offers before: its payment is open, or it came to nothing. */
  earlier: { orderId: string; hasEnded: boolean } | null
}
type Problems = { email: string | null; terms: string | null }

/** The whole till on one page: the plans, the buyer, the payment, and a sum that never changes silently. */
export function Checkout({ quotes, payment, credits, seller, earlier }: CheckoutProps) {
  const t = useTranslations('checkout')
  const locale = toLocale(useLocale())
  const isOnline = useOnline()
  const offers = useOffers(quotes, { locale, hasFailed: earlier?.hasEnded ?? false })
  const isLooking = useEarlierPayment(earlier)
  const vouchers = useVouchers(offers.checkoutId)
  const { isOrdering, order } = useOrder(offers, vouchers)
  const { draft, change } = useDraft(offers.checkoutId)
  const { email, travellers, agreed } = draft
  const [method, setMethod] = useState(payment.methods[0])
  const [keptEmail, setKeptEmail] = useState<string | null>(null)
  const [problems, setProblems] = useState<Problems>({ email: null, terms: null })
  const question = useRef<HTMLDivElement>(null)
  const suggestion = email === keptEmail ? null : suggestEmail(email)
  const [first, ...others] = offers.lines
  const slug = first?.quote.destination.slug ?? ''
  const shopHref = first?.quote.topUp ? topUpPath(first.quote.topUp) : localePath(locale, `/destinations/${slug}`)
  const othersHref = others.length > 0 ? '/cart' : shopHref

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isOnline || offers.stop || offers.change || offers.isAsking || vouchers.isAsking) return
    const found = {
      email: isAddressShaped(email) ? null : t('you.emailMissing'),
      terms: agreed.hasRead ? null : t('payment.termsMissing'),
    }
    setProblems(found)
    if (found.email) return document.getElementById('email')?.focus()
    if (suggestion) return question.current?.focus()
    if (found.terms) return document.getElementById('terms')?.focus()

    const consents = { terms: true, withdrawalInfo: true, deviceChecked: agreed.deviceChecked } as const
    void order({ email: email.trim(), consents, ...(method ? { method } : {}), ...voucherInput(vouchers) }, travellers)
  }

  return (
    <form className="columns" noValidate onSubmit={submit}>
      <div>
        <h1 className="page-title">{t('title')}</h1>
        <noscript>
          <Notice tone="wait">{t('noScript')}</Notice>
        </noscript>
        <div role="status">{isLooking ? <Notice tone="wait">{t('return.heading')}</Notice> : null}</div>
        {offers.stop ? (
          <StopNotice stop={offers.stop} offers={offers} othersHref={othersHref} email={email} key={offers.stop.code} />
        ) : null}
        {offers.change && !offers.stop ? (
          <PriceChangeNotice change={offers.change} othersHref={othersHref} onAccept={offers.accept} />
        ) : null}
        {isOnline ? null : (
          <Notice tone="wait" icon="offline" role="status">
            {t('stopped.offline.body')}
          </Notice>
        )}
        {offers.lines.some(({ quote }) => quote.mayBeDelayed) ? <Notice tone="wait">{t('mayBeDelayed')}</Notice> : null}
        <PlanBlock
          offers={offers}
          travellers={travellers}
          onTraveller={(place) => change({ travellers: withName(travellers, place) })}
        />
        <EmailBlock
          value={email}
          error={problems.email}
          suggestion={suggestion}
          question={question}
          onChange={(typed) => {
            change({ email: typed })
            setProblems((current) => ({ ...current, email: null }))
          }}
          onKeep={() => setKeptEmail(email)}
        />
        <PaymentBlock
          count={offers.lines.reduce((sum, { quote }) => sum + (quote.topUp ? 0 : quote.count), 0)}
          card={cardWord(first?.quote.topUp)}
          payment={payment}
          method={method}
          agreed={agreed}
          error={agreed.hasRead ? null : problems.terms}
          onMethod={setMethod}
          onAgree={(ticked) => change({ agreed: ticked })}
        />
      </div>
      <aside className="side">
        <Summary {...{ offers, vouchers, credits, method, isOrdering, isOnline }} />
        <Reminders quotes={offers.lines.map(({ quote }) => quote)} seller={seller} />
      </aside>
    </form>
  )
}
