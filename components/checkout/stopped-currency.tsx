'use client'

import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { Notice } from '#components/ui/notice.tsx'
import { subscribeChoice } from '#lib/pricing/client/currency-choice.ts'
import { stoppedCurrency } from '#lib/pricing/client/stopped-currency.ts'

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
