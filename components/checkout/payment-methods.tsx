'use client'

import { useTranslations } from 'next-intl'
import { Icon } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { PaymentMethod, PaymentOffer } from '#lib/payments/rules/payment-method.ts'

type PaymentMethodsProps = {
  offer: PaymentOffer
  chosen: PaymentMethod | undefined
  /** The id of the heading above. */
  labelledBy: string
  onChoose: (method: PaymentMethod) => void
}

/** How it is paid: a choice where there is one, otherwise what will happen. */
export function PaymentMethods({ offer, chosen, labelledBy, onChoose }: PaymentMethodsProps) {
  const t = useTranslations('checkout')
  const { methods, transferDays } = offer
  const [only] = methods
  if (!only) return <Notice tone="wait">{t('stopped.till_closed.body')}</Notice>
  if (methods.length === 1) {
    return (
      <div className="method method-chosen">
        <Icon name="payment" />
        <p>
          <b>{t(`payment.method.${only}`)}</b>
          <span className="small soft">{t(`payment.methodHint.${only}`, { days: transferDays })}</span>
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
            aria-describedby={`method-${method}-hint`}
            onChange={() => onChoose(method)}
          />
          <span>
            <b id={`method-${method}`}>{t(`payment.method.${method}`)}</b>
            <span className="small soft" id={`method-${method}-hint`}>
              {t(`payment.methodHint.${method}`, { days: transferDays })}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
