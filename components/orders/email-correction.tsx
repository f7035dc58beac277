'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useLayoutEffect, useState } from 'react'
import { LostAnswer } from '#components/orders/lost-answer.tsx'
import { OfflineReason, OnlineButton } from '#components/orders/online-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { isLostAnswer, toFailure } from '#lib/core/client/request.ts'
import { correctOrderEmail } from '#lib/orders/client/orders.ts'

// Outlives the page of a waiting order, whose place that of a ready one takes meanwhile.
const typed = { orderId: '', email: '' }

type Step = 'resting' | 'typing' | 'saving' | 'saved' | 'failed' | 'invalid' | 'lost'

/** Corrects a mistyped address, in the browser that paid and while the eSIMs are sealed. */
export function EmailCorrection({ orderId, emailMasked }: { orderId: string; emailMasked: string }) {
  const t = useTranslations('order.email')
  const { refresh } = useRefresh()
  const [step, setStep] = useState<Step>(typed.orderId === orderId ? 'typing' : 'resting')
  const [email, setEmail] = useState(typed.orderId === orderId ? typed.email : '')
  const isClosed = step === 'resting' || step === 'saved'
  const type = (text: string) => {
    Object.assign(typed, { orderId, email: text })
    setEmail(text)
  }

  // While what has the focus is still there.
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement?.closest('#correct-email')
      if (focused) keepPlace(focused, 'main h1')
    },
    [],
  )

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    keepPlace(event.currentTarget, '.email-correct')
    setStep('saving')
    try {
      await correctOrderEmail(orderId, email.trim())
      typed.orderId = ''
      setStep('saved')
      refresh()
    } catch (thrown) {
      if (isLostAnswer(thrown)) return setStep('lost')
      setStep(toFailure(thrown).code === 'bad_input' ? 'invalid' : 'failed')
    }
  }

  return (
    <section id="correct-email" className="panel no-print">
      <h2>{t('heading')}</h2>
      <p className="soft">{t('goesTo', { email: emailMasked })}</p>
      <div role="status">
        {step === 'saved' ? (
          <Notice tone="good" className="mt-3">
            {t('saved')}
          </Notice>
        ) : null}
      </div>
      {step === 'lost' ? (
        <LostAnswer className="mt-3" backTo=".email-correct" onLooked={() => setStep('resting')} />
      ) : isClosed ? (
        <p className="mt-3">
          <OnlineButton
            size="small"
            className="email-correct"
            says="offline-email"
            onClick={(event) => {
              keepPlace(event.currentTarget, '#new-email')
              setStep('typing')
            }}
          >
            {t('correct')}
          </OnlineButton>
        </p>
      ) : (
        <form className="stack mt-3" noValidate onSubmit={save}>
          <TextField
            id="new-email"
            type="email"
            autoComplete="email"
            label={t('label')}
            value={email}
            error={step === 'invalid' || step === 'failed' ? t(step) : null}
            onChange={(event) => type(event.target.value)}
          />
          <p className="actions">
            <OnlineButton size="small" tone="ink" type="submit" disabled={step === 'saving'} says="offline-email">
              {t(step === 'saving' ? 'saving' : 'save')}
            </OnlineButton>
            <Button
              size="small"
              onClick={(event) => {
                keepPlace(event.currentTarget, '.email-correct')
                typed.orderId = ''
                setStep('resting')
              }}
            >
              {t('cancel')}
            </Button>
          </p>
        </form>
      )}
      <OfflineReason id="offline-email" />
    </section>
  )
}
