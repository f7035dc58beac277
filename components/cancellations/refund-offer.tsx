'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { LostAnswer } from '#components/orders/lost-answer.tsx'
import { OfflineReason, OnlineButton } from '#components/orders/online-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { isLostAnswer, toFailure } from '#lib/core/client/request.ts'
import { acceptRefundOffer } from '#lib/orders/client/orders.ts'

type Step = 'resting' | 'asking' | 'sending' | 'failed' | 'changed' | 'lost'
type RefundOfferProps = { orderId: string; itemId: string; offeredAt: Date; isOpen: boolean }

/** The way out of a long wait: from half an hour on, the money goes back. Asked twice, because it ends the order. */
export function RefundOffer({ orderId, itemId, offeredAt, isOpen: wasOpen }: RefundOfferProps) {
  const t = useTranslations('order.offer')
  const { refresh } = useRefresh()
  const isOpen = useIsPast(offeredAt, wasOpen)
  const [step, setStep] = useState<Step>('resting')
  const time = { at: () => <LocalTime at={offeredAt} show="time" /> }

  const accept = async (pressed: Element) => {
    keepPlace(pressed, `#offer-${itemId}`, 'main h1')
    setStep('sending')
    try {
      await acceptRefundOffer(orderId, itemId)
      refresh()
    } catch (thrown) {
      if (isLostAnswer(thrown)) return setStep('lost')
      setStep(toFailure(thrown).code === 'conflict' ? 'changed' : 'failed')
      refresh()
    }
  }

  return (
    <section className="panel">
      <h2>{t('heading')}</h2>
      <p>{isOpen ? t('now') : t.rich('later', time)}</p>
      {step === 'failed' || step === 'changed' ? (
        <Notice tone={step === 'failed' ? 'bad' : 'plain'} role="alert" className="mt-3">
          {t(step)}
        </Notice>
      ) : null}
      {step === 'lost' ? (
        <LostAnswer className="mt-3" backTo={`#offer-${itemId}`} onLooked={() => setStep('resting')} />
      ) : null}
      <p className="actions mt-4" hidden={step === 'lost'}>
        {!isOpen ? (
          <Button size="small" wide disabled>
            <span>{t.rich('buttonLater', time)}</span>
          </Button>
        ) : step === 'asking' || step === 'sending' ? (
          <>
            <OnlineButton
              size="small"
              tone="ink"
              disabled={step === 'sending'}
              says={`offline-${itemId}-offer`}
              onClick={({ currentTarget }) => void accept(currentTarget)}
            >
              {step === 'sending' ? t('sending') : t('sure')}
            </OnlineButton>
            <Button
              id={`keep-${itemId}`}
              size="small"
              disabled={step === 'sending'}
              onClick={(event) => {
                keepPlace(event.currentTarget, `#offer-${itemId}`)
                setStep('resting')
              }}
            >
              {t('keep')}
            </Button>
          </>
        ) : (
          <OnlineButton
            id={`offer-${itemId}`}
            size="small"
            wide
            says={`offline-${itemId}-offer`}
            onClick={(event) => {
              // Not to the one that means it: a key held down would press it too.
              keepPlace(event.currentTarget, `#keep-${itemId}`)
              setStep('asking')
            }}
          >
            {t('button')}
          </OnlineButton>
        )}
      </p>
      <OfflineReason id={`offline-${itemId}-offer`} />
    </section>
  )
}

function useIsPast(moment: Date, wasPast: boolean): boolean {
  const [isPast, setIsPast] = useState(wasPast)

  useEffect(() => {
    const timer = setTimeout(() => setIsPast(true), Math.max(0, moment.getTime() - Date.now()))

    return () => clearTimeout(timer)
  }, [moment])

  // What the server says when the page is read again counts as well: this device's clock may be wrong.
  return isPast || wasPast
}
