'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { LostAnswer } from '#components/orders/lost-answer.tsx'
import { sumText } from '#components/orders/money-amount.tsx'
import { OfflineReason, OnlineButton } from '#components/orders/online-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import type { listCancellationOptionsCall, requestCancellationCall } from '#lib/cancellations/schema.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { call, isLostAnswer, toFailure } from '#lib/core/client/request.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { ReplyOf } from '#lib/core/rules/contract.ts'
import type { Money } from '#lib/core/rules/money.ts'
import { randomKey } from '#lib/orders/client/order-key.ts'

type Step = 'resting' | 'reading' | 'asking' | 'sending' | 'failed' | 'changed' | 'lost'
type Option = ReplyOf<typeof listCancellationOptionsCall>['esims'][number]

/** Asks for one eSIM to go back: first what the network says now, then a second press that means it. */
export function CancelEsim({ orderId, esimId, refund }: { orderId: string; esimId: string; refund: Money }) {
  const t = useTranslations('order.return')
  const { refresh } = useRefresh()
  const [step, setStep] = useState<Step>('resting')
  const [option, setOption] = useState<Option | null>(null)
  const [reason, setReason] = useState('')
  // One request of this page, however often it is sent and whatever became of an answer; with other words it is another one.
  const key = useRef<string | null>(null)
  const params = { id: orderId }
  const sum = sumText(refund, toLocale(useLocale()))

  const read = async () => {
    setStep('reading')
    try {
      const { esims } = await call<typeof listCancellationOptionsCall>('GET /api/orders/[id]/return-options', {
        params,
      })
      const found = esims.find((candidate) => candidate.esimId === esimId) ?? null
      setOption(found)
      setStep(found === null || found.answer === 'no' ? 'changed' : 'asking')
      if (found === null || found.answer === 'no') refresh()
    } catch {
      setStep('failed')
    }
  }

  const send = async (pressed: Element) => {
    // When it was taken in, the panel says so and has nothing to press any more.
    keepPlace(pressed, `#return-${esimId}`, '#refund summary')
    setStep('sending')
    key.current ??= randomKey()
    try {
      await call<typeof requestCancellationCall>('POST /api/orders/[id]/returns', {
        params,
        body: { esimIds: [esimId], reason: reason.trim() },
        onceKey: key.current,
      })
      refresh()
    } catch (thrown) {
      if (isLostAnswer(thrown)) return setStep('lost')
      const isNews = toFailure(thrown).code === 'conflict'
      setStep(isNews ? 'changed' : 'failed')
      if (isNews) refresh()
    }
  }

  if (step === 'lost') return <LostAnswer backTo={`#return-${esimId}`} onLooked={() => setStep('resting')} />

  return (
    <>
      {step === 'failed' || step === 'changed' ? (
        <Notice tone={step === 'failed' ? 'bad' : 'plain'} role="alert" className="mb-3">
          {t(step)}
        </Notice>
      ) : null}
      {option && (step === 'asking' || step === 'sending') ? (
        <>
          <p className="mb-2" role="status">
            {option.answer === 'yes' && option.until
              ? t.rich('sureUntil', { sum, at: () => <LocalTime at={new Date(option.until ?? 0)} show="date_time" /> })
              : t('sureAsk', { sum })}
          </p>
          <TextField
            id={`why-${esimId}-back`}
            label={t('why')}
            value={reason}
            maxLength={200}
            autoComplete="off"
            disabled={step === 'sending'}
            onChange={(event) => {
              key.current = null
              setReason(event.target.value)
            }}
          />
          <p className="actions mt-3">
            <OnlineButton
              size="small"
              tone="ink"
              disabled={step === 'sending'}
              says={`offline-${esimId}-back`}
              onClick={({ currentTarget }) => void send(currentTarget)}
            >
              {t(step === 'sending' ? 'sending' : 'yes')}
            </OnlineButton>
            <Button
              id={`keep-${esimId}`}
              size="small"
              disabled={step === 'sending'}
              onClick={(event) => {
                keepPlace(event.currentTarget, `#return-${esimId}`)
                setStep('resting')
              }}
            >
              {t('keep')}
            </Button>
          </p>
        </>
      ) : (
        <OnlineButton
          id={`return-${esimId}`}
          size="small"
          disabled={step === 'reading'}
          says={`offline-${esimId}-back`}
          onClick={(event) => {
            // Not to the one that means it: a key held down would press it too.
            keepPlace(event.currentTarget, `#keep-${esimId}`)
            void read()
          }}
        >
          <Icon name="back" />
          {t(step === 'reading' ? 'reading' : 'button')}
        </OnlineButton>
      )}
      <OfflineReason id={`offline-${esimId}-back`} />
    </>
  )
}
