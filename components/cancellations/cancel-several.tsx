'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { refusalReason } from '#components/cancellations/refusal-reason.ts'
import { LostAnswer } from '#components/orders/lost-answer.tsx'
import { sumText } from '#components/orders/money-amount.tsx'
import { OfflineReason, OnlineButton } from '#components/orders/online-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { CheckField, TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import type { listCancellationOptionsCall, requestCancellationCall } from '#lib/cancellations/schema.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { call, isLostAnswer, toFailure } from '#lib/core/client/request.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { ReplyOf } from '#lib/core/rules/contract.ts'
import { type Money, sum } from '#lib/core/rules/money.ts'
import { randomKey } from '#lib/orders/client/order-key.ts'
import type { EsimCancellation } from '#lib/settings/rules/shop.ts'

type Step = 'resting' | 'reading' | 'asking' | 'sending' | 'failed' | 'changed' | 'refused' | 'lost'
type Option = ReplyOf<typeof listCancellationOptionsCall>['esims'][number]

/** An eSIM of the order: what it is called on the page, what is paid back for it, and how far its own request is. */
export type CancellableEsim = { id: string; n: number; name: string; price: Money; state: EsimCancellation['state'] }

/**
 * Asks for several eSIMs of an order at once, by one request: each is judged, asked for and paid back by itself, and its
 * own answer stands beside it.
 */
export function CancelSeveral({ orderId, esims }: { orderId: string; esims: CancellableEsim[] }) {
  const t = useTranslations('cancel.several')
  const tOrder = useTranslations('order')
  const { refresh } = useRefresh()
  const locale = toLocale(useLocale())
  const [step, setStep] = useState<Step>('resting')
  const [options, setOptions] = useState<Option[]>([])
  const [chosen, setChosen] = useState<string[]>([])
  const [reason, setReason] = useState('')
  // One request of this page, however often it is sent; another choice or other words are another one.
  const key = useRef<string | null>(null)
  const open = esims.filter(({ state }) => state === 'none')
  const isOpen = step === 'asking' || step === 'sending' || step === 'refused'
  const optionOf = (id: string) => options.find(({ esimId }) => esimId === id)
  const params = { id: orderId }
  const picked = open.filter(({ id }) => chosen.includes(id))
  const [first] = esims
  const total = first
    ? sumText(
        sum(
          picked.map(({ price }) => price),
          first.price.currency,
        ),
        locale,
      )
    : ''

  /** Reads how the eSIMs stand now; what cannot be cancelled is told with its reason, and not ticked. */
  const read = async (then: Step) => {
    setStep('reading')
    try {
      const reply = await call<typeof listCancellationOptionsCall>('GET /api/orders/[id]/return-options', { params })
      const possible = reply.esims.filter(({ answer }) => answer !== 'no').map(({ esimId }) => esimId)
      setOptions(reply.esims)
      setChosen((before) => (then === 'refused' ? before.filter((id) => possible.includes(id)) : possible))
      setStep(then)
    } catch {
      setStep('failed')
    }
  }

  const choose = (id: string, isOn: boolean) => {
    key.current = null
    setChosen((before) => (isOn ? [...before, id] : before.filter((one) => one !== id)))
  }

  const send = async (pressed: Element) => {
    keepPlace(pressed, '#several-open', '#cancel-several h2')
    setStep('sending')
    key.current ??= randomKey()
    try {
      await call<typeof requestCancellationCall>('POST /api/orders/[id]/returns', {
        params,
        body: { esimIds: picked.map(({ id }) => id), reason: reason.trim() },
        onceKey: key.current,
      })
      // What is asked for next is another request.
      key.current = null
      setReason('')
      setStep('resting')
      refresh()
    } catch (thrown) {
      if (isLostAnswer(thrown)) return setStep('lost')
      const { code, details } = toFailure(thrown)
      key.current = null
      if (code === 'conflict' && details.reason === 'refused') return read('refused')
      setStep(code === 'conflict' ? 'changed' : 'failed')
      if (code === 'conflict') refresh()
    }
  }

  if (step === 'lost') return <LostAnswer backTo="#several-open" onLooked={() => setStep('resting')} />

  return (
    <>
      {step === 'failed' || step === 'changed' || step === 'refused' ? (
        <Notice tone={step === 'failed' ? 'bad' : 'wait'} role="alert" className="mb-3">
          {step === 'refused' ? t('refused') : tOrder(`return.${step}`)}
        </Notice>
      ) : null}
      <ul className="stack">
        {esims.map(({ id, n, name, price, state }) => {
          const option = isOpen ? optionOf(id) : undefined
          const isRefused = option?.answer === 'no'
          const label = `${name} (${sumText(price, locale)})`

          return (
            <li key={id}>
              {state !== 'none' ? (
                <a className="text-link" href={`/o/${orderId}?esim=${n}`}>
                  {t('state', { esim: label, state: tOrder(`back.${state}`) })}
                </a>
              ) : isOpen && option && !isRefused ? (
                <CheckField
                  checked={chosen.includes(id)}
                  disabled={step === 'sending'}
                  onChange={({ target }) => choose(id, target.checked)}
                >
                  {label}
                </CheckField>
              ) : (
                <>
                  {label}
                  {isRefused ? <p className="small soft">{tOrder(`back.because.${refusalReason(option)}`)}</p> : null}
                </>
              )}
            </li>
          )
        })}
      </ul>
      {isOpen ? (
        <>
          <p className="mt-3" role="status">
            {picked.length === 0 ? t('none') : t('effect', { sum: total })}
          </p>
          <TextField
            id="several-why"
            label={tOrder('return.why')}
            value={reason}
            maxLength={200}
            autoComplete="off"
            disabled={step === 'sending'}
            onChange={({ target }) => {
              key.current = null
              setReason(target.value)
            }}
          />
          <p className="actions mt-3">
            <OnlineButton
              size="small"
              tone="ink"
              disabled={step === 'sending' || picked.length === 0}
              says="offline-several"
              onClick={({ currentTarget }) => void send(currentTarget)}
            >
              {step === 'sending' ? tOrder('return.sending') : t('yes', { count: picked.length })}
            </OnlineButton>
            <Button
              id="several-keep"
              size="small"
              disabled={step === 'sending'}
              onClick={({ currentTarget }) => {
                keepPlace(currentTarget, '#several-open')
                setStep('resting')
              }}
            >
              {t('keep')}
            </Button>
          </p>
        </>
      ) : open.length > 1 ? (
        <p className="mt-3">
          <OnlineButton
            id="several-open"
            size="small"
            disabled={step === 'reading'}
            says="offline-several"
            onClick={({ currentTarget }) => {
              // Not to the one that means it: a key held down would press it too.
              keepPlace(currentTarget, '#several-keep')
              void read('asking')
            }}
          >
            {step === 'reading' ? tOrder('return.reading') : t('button')}
          </OnlineButton>
        </p>
      ) : null}
      <OfflineReason id="offline-several" />
    </>
  )
}
