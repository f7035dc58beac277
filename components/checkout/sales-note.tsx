'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { failureMessage } from '#components/orders/failure-message.ts'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { requestSalesNote } from '#lib/checkout/client/sales-notes.ts'
import { isAddressShaped } from '#lib/checkout/rules/email-shape.ts'
import { toFailure } from '#lib/core/client/request.ts'
import { subscribeChoice } from '#lib/pricing/client/currency-choice.ts'
import { stoppedCurrency } from '#lib/pricing/client/stopped-currency.ts'

type Step = 'asking' | 'sending' | 'kept' | 'open' | 'unproven'
type Problem = { at: 'email' | 'send'; message: string }

/** Asks for one mail when payments are taken again. No form of its own: at checkout it stands inside one. */
export function SalesNote({ email: typed = '' }: { email?: string }) {
  const t = useTranslations('checkout.note')
  const locale = useLocale()
  const id = useId()
  const messageRef = useRef<HTMLParagraphElement>(null)
  const [email, setEmail] = useState(typed)
  const [step, setStep] = useState<Step>('asking')
  const [problem, setProblem] = useState<Problem | null>(null)
  const isSaid = step === 'kept' || step === 'open' || step === 'unproven'

  // What was pressed has gone.
  useEffect(() => {
    if (isSaid) messageRef.current?.focus()
  }, [isSaid])

  const send = async () => {
    if (step === 'sending' || !navigator.onLine) return
    if (!isAddressShaped(email)) {
      setProblem({ at: 'email', message: t('emailMissing') })

      return document.getElementById(id)?.focus()
    }
    setStep('sending')
    setProblem(null)
    try {
      const { isOpen } = await requestSalesNote({ email: email.trim(), locale })
      setStep(isOpen ? 'open' : 'kept')
    } catch (thrown) {
      if (toFailure(thrown).details.reason === 'unproven') return setStep('unproven')
      setProblem({ at: 'send', message: t(...failureMessage(thrown)) })
      setStep('asking')
    }
  }

  if (isSaid) {
    const b = (chunks: React.ReactNode) => (
      <b className="break-words">
        <bdi>{chunks}</bdi>
      </b>
    )

    return (
      <p className="mt-4" role="status" tabIndex={-1} ref={messageRef}>
        {step === 'open' ? t('open') : null}
        {step === 'kept' ? t.rich('kept', { email: email.trim(), b }) : null}
        {step === 'unproven' ? (
          <>
            {t('unproven', { email: email.trim() })}{' '}
            <a className="text-link" href="/sign-in">
              {t('signIn')}
            </a>
          </>
        ) : null}
      </p>
    )
  }

  return (
    <div className="stack mt-4">
      <p>{t('lead')}</p>
      <TextField
        id={id}
        type="email"
        autoComplete="email"
        label={t('email')}
        value={email}
        error={problem?.at === 'email' ? problem.message : undefined}
        onChange={(event) => setEmail(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void send()
        }}
      />
      {problem?.at === 'send' ? (
        <p className="field-error" role="alert">
          {problem.message}
        </p>
      ) : null}
      <p className="actions">
        <OnlineButton disabled={step === 'sending'} onClick={() => void send()}>
          {t(step === 'sending' ? 'sending' : 'send')}
        </OnlineButton>
      </p>
    </div>
  )
}

/** Says that the currency chosen is not sold in any more, where offers have just been asked for in another one. */
export function StoppedCurrency({ own }: { own: string }) {
  const t = useTranslations('checkout')
  const currency = useSyncExternalStore(subscribeChoice, stoppedCurrency, () => '')

  return (
    <div role="status" className="empty:hidden">
      {currency && currency !== own ? <Notice tone="wait">{t('currencyStopped', { currency, own })}</Notice> : null}
    </div>
  )
}
