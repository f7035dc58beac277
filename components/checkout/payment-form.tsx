'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Notice, Problem } from '#components/ui/notice.tsx'
import { toFailure } from '#lib/core/client/request.ts'
import { openPaymentForm } from '#lib/payments/client/payment-form.ts'

/** A form that is not there by then is probably held back. It may still come, and is shown then. */
const PATIENCE_MS = 15_000

type PaymentFormProps = {
  orderId: string
  publishableKey: string
  /** Where the buyer goes when nothing is left to pay. */
  after: string
  checkout: string
}

/**
 * Stripe's form in our page: wallets first, then cards and what else the account takes, in the buyer's language. Nothing that
 * is typed into it reaches this page.
 */
export function PaymentForm({ orderId, publishableKey, after, checkout }: PaymentFormProps) {
  const t = useTranslations('checkout.form')
  const place = useRef<HTMLDivElement>(null)
  const [tries, setTries] = useState(0)
  const [phase, setPhase] = useState<'loading' | 'shown' | 'missing'>('loading')

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try loads the form anew.
  useEffect(() => {
    const opening = new AbortController()
    const timer = setTimeout(() => setPhase((now) => (now === 'loading' ? 'missing' : now)), PATIENCE_MS)
    const open = async () => {
      if (!place.current) return
      await openPaymentForm(place.current, { orderId, publishableKey, signal: opening.signal })
      if (!opening.signal.aborted) setPhase('shown')
    }
    open()
      .catch((thrown: unknown) => {
        if (opening.signal.aborted) return
        if (toFailure(thrown).code === 'gone') window.location.replace(after)
        else setPhase('missing')
      })
      .finally(() => clearTimeout(timer))

    return () => {
      clearTimeout(timer)
      opening.abort()
    }
  }, [orderId, publishableKey, after, tries])

  return (
    <>
      <div role="status">{phase === 'loading' ? <Notice tone="wait">{t('loading')}</Notice> : null}</div>
      <Problem>{phase === 'missing' ? t('missing') : null}</Problem>
      {/* Stripe draws on white, whatever the colours of the page. */}
      <div ref={place} tabIndex={-1} className="my-6 overflow-hidden rounded-xl bg-white scheme-light *:block" />
      <p className="actions">
        {phase === 'missing' ? (
          <Button
            tone="primary"
            onClick={() => {
              // The button goes away; the form comes in its place.
              place.current?.focus()
              setPhase('loading')
              setTries(tries + 1)
            }}
          >
            {t('again')}
          </Button>
        ) : null}
        <ButtonLink href={checkout}>{t('back')}</ButtonLink>
      </p>
    </>
  )
}
