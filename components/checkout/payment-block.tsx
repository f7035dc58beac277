'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Block } from '#components/checkout/block.tsx'
import { OwnPhone } from '#components/esims/own-phone.tsx'
import { CheckField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { PaymentMethod, PaymentOffer } from '#lib/core/rules/payment-method.ts'

/** What the buyer has ticked. Terms and withdrawal information are one sentence, the phone is another. */
export type Agreed = { hasRead: boolean; deviceChecked: boolean }

type PaymentBlockProps = {
  /** How many eSIMs come with the order; none where all of it is for eSIMs that the buyer has. */
  count: number
  /** What the eSIM is called that a plan goes onto. */
  esim: 'esim' | 'sim'
  payment: PaymentOffer
  method: PaymentMethod | undefined
  agreed: Agreed
  error: string | null
  methodError: string | null
  onMethod: (method: PaymentMethod) => void
  onAgree: (agreed: Agreed) => void
}

/** How it is paid, and what is agreed to. Nothing is ticked beforehand. */
export function PaymentBlock(props: PaymentBlockProps) {
  const { count, esim, payment, method, agreed, error, methodError, onMethod, onAgree } = props
  const t = useTranslations('checkout.payment')
  const topUp = useTranslations('topup.checkout')
  const locale = toLocale(useLocale())
  const link = (path: string) => (chunks: ReactNode) => (
    <a className="text-link" href={localePath(locale, path)} target="_blank" rel="noreferrer">
      {chunks}
    </a>
  )

  return (
    <Block id="payment" heading={t('heading')}>
      <div id="payment-method" tabIndex={-1}>
        <PaymentMethods offer={payment} chosen={method} labelledBy="payment" onChoose={onMethod} />
        {methodError ? (
          <p className="field-error" role="alert">
            <Icon name="warning" />
            <span>{methodError}</span>
          </p>
        ) : null}
      </div>
      <div className="mt-4">
        <CheckField
          id="terms"
          checked={agreed.hasRead}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'terms-error' : undefined}
          onChange={(event) => onAgree({ ...agreed, hasRead: event.target.checked })}
        >
          {(count === 0 ? topUp : t).rich('terms', {
            esim,
            esims: count === 1 ? 'one' : 'other',
            terms: link('/legal/terms'),
            withdrawal: link('/legal/withdrawal'),
          })}
        </CheckField>
        {error ? (
          <p className="field-error" id="terms-error">
            <Icon name="warning" />
            <span>{error}</span>
          </p>
        ) : null}
        {count > 0 ? (
          <>
            <CheckField
              id="device"
              checked={agreed.deviceChecked}
              onChange={(event) => onAgree({ ...agreed, deviceChecked: event.target.checked })}
            >
              {t.rich('device', { count, how: link('/compatibility') })}
            </CheckField>
            <OwnPhone />
          </>
        ) : null}
      </div>
    </Block>
  )
}

type PaymentMethodsProps = {
  offer: PaymentOffer
  chosen: PaymentMethod | undefined
  /** The id of the heading above. */
  labelledBy: string
  onChoose: (method: PaymentMethod) => void
}

/** How it is paid: a choice where there is one, otherwise what will happen. */
function PaymentMethods({ offer, chosen, labelledBy, onChoose }: PaymentMethodsProps) {
  const t = useTranslations('checkout')
  const { methods, transferDays } = offer
  const [only] = methods
  // That a test moves no money stands at the top of every page already.
  const hint = (method: PaymentMethod) =>
    method === 'test' ? null : t(`payment.methodHint.${method}`, { days: transferDays })
  if (!only) return <Notice tone="wait">{t('stopped.till_closed.body')}</Notice>
  if (methods.length === 1) {
    return (
      <div className="method method-chosen">
        <Icon name="payment" />
        <p>
          <b>{t(`payment.method.${only}`)}</b>
          {hint(only) ? <span className="small soft">{hint(only)}</span> : null}
        </p>
      </div>
    )
  }

  return (
    <fieldset className="methods" aria-labelledby={labelledBy}>
      {methods.map((method) => (
        <label key={method} className="method">
          <input
            type="radio"
            name="method"
            value={method}
            checked={method === chosen}
            aria-labelledby={`method-${method}`}
            aria-describedby={method === chosen && hint(method) ? `method-${method}-hint` : undefined}
            onChange={() => onChoose(method)}
          />
          <span>
            <b id={`method-${method}`}>{t(`payment.method.${method}`)}</b>
            {method === chosen && hint(method) ? (
              <span className="small soft" id={`method-${method}-hint`}>
                {hint(method)}
              </span>
            ) : null}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
