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
import { useDraft } from '#components/checkout/use-draft.ts'
import { useEarlierPayment } from '#components/checkout/use-earlier-payment.ts'
import { useOffer } from '#components/checkout/use-offer.ts'
import { useOrder } from '#components/checkout/use-order.ts'
import { Notice } from '#components/ui/notice.tsx'
import { useOnline } from '#lib/client/use-online.ts'
import { suggestEmail } from '#lib/domain/email-typo.ts'
import type { PaymentOffer } from '#lib/domain/payment-method.ts'
import type { QuoteView } from '#lib/domain/shop.ts'
import { toLocale } from '#lib/i18n/config.ts'
import { localePath } from '#lib/i18n/routing.ts'

type CheckoutProps = {
  quote: QuoteView
  payment: PaymentOffer
  seller: string | null
  /** The order that this browser started with this offer before: its payment is open, or it came to nothing. */
  earlier: { orderId: string; hasEnded: boolean } | null
}
type Problems = { email: string | null; terms: string | null }

/** The whole till on one page: the plan, the buyer, the payment, and a sum that never changes silently. */
export function Checkout({ quote, payment, seller, earlier }: CheckoutProps) {
  const t = useTranslations('checkout')
  const locale = toLocale(useLocale())
  const isOnline = useOnline()
  const offer = useOffer(quote, { locale, hasFailed: earlier?.hasEnded ?? false })
  useEarlierPayment(earlier)
  const { isOrdering, order } = useOrder(offer)
  const { draft, change } = useDraft(offer.quote.id)
  const { email, travellers, agreed } = draft
  const [method, setMethod] = useState(payment.methods[0])
  const [keptEmail, setKeptEmail] = useState<string | null>(null)
  const [problems, setProblems] = useState<Problems>({ email: null, terms: null })
  const question = useRef<HTMLDivElement>(null)
  const suggestion = email === keptEmail ? null : suggestEmail(email)
  const othersHref = localePath(locale, `/destinations/${offer.quote.destination.slug}`)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isOnline || offer.stop || offer.change || offer.isAsking) return
    const found = {
      email: isEmail(email) ? null : t('you.emailMissing'),
      terms: agreed.hasRead ? null : t('payment.termsMissing'),
    }
    setProblems(found)
    if (found.email) return document.getElementById('email')?.focus()
    if (suggestion) return question.current?.focus()
    if (found.terms) return document.getElementById('terms')?.focus()

    const names = namesFor(offer.quote.count, travellers)
    const consents = { terms: true, withdrawalInfo: true, deviceChecked: agreed.deviceChecked } as const
    void order({ email: email.trim(), consents, ...(method ? { method } : {}) }, names)
  }

  return (
    <form className="columns" noValidate onSubmit={submit}>
      <div>
        <h1 className="page-title">{t('title')}</h1>
        <noscript>
          <Notice tone="wait">{t('noScript')}</Notice>
        </noscript>
        {offer.stop ? (
          <StopNotice stop={offer.stop} offer={offer} othersHref={othersHref} key={offer.stop.code} />
        ) : null}
        {offer.change && !offer.stop ? (
          <PriceChangeNotice change={offer.change} othersHref={othersHref} onAccept={offer.accept} />
        ) : null}
        {isOnline ? null : (
          <Notice tone="wait" icon="offline" role="status">
            {t('stopped.offline.body')}
          </Notice>
        )}
        <PlanBlock
          offer={offer}
          travellers={travellers}
          onTraveller={(index, name) => change({ travellers: withName(travellers, index, name) })}
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
          count={offer.quote.count}
          payment={payment}
          method={method}
          agreed={agreed}
          error={agreed.hasRead ? null : problems.terms}
          onMethod={setMethod}
          onAgree={(ticked) => change({ agreed: ticked })}
        />
      </div>
      <aside className="side">
        <Summary offer={offer} method={method} isOrdering={isOrdering} isOnline={isOnline} />
        <Reminders quote={offer.quote} seller={seller} />
      </aside>
    </form>
  )
}

// Only what is plainly no address is refused here; the server has the last word.
function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim())
}

function withName(names: string[], index: number, name: string): string[] {
  const next = Array.from({ length: Math.max(names.length, index + 1) }, (_, i) => names[i] ?? '')
  next[index] = name

  return next
}

function namesFor(count: number, names: string[]): string[] | null {
  const wanted = Array.from({ length: count }, (_, index) => (names[index] ?? '').trim())

  return wanted.some((name) => name !== '') ? wanted : null
}
