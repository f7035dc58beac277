'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { ageText } from '#components/esims/usage-text.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import { aheadText } from '#components/orders/order-texts.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { LookTimes as Times } from '#lib/settings/rules/shop.ts'

const TICK_MS = 10_000

type LookTimesProps = {
  lookTimes: Times
  /** The instant that the page was rendered at. */
  now: Date
}

/** When the network was last asked about an unclear order, and when it is asked next. */
export function LookTimes({ lookTimes: { lastAt, nextAt }, now: renderedAt }: LookTimesProps) {
  const t = useTranslations('order.looks')
  const locale = toLocale(useLocale())
  const now = useNow(renderedAt)
  const ahead = nextAt && aheadText(nextAt, now, locale)

  return (
    <p className="soft num mt-2.5">
      {t.rich('last', { at: () => <LocalTime at={lastAt} show="moment" />, age: ageText(lastAt, now, locale) })}{' '}
      {nextAt && ahead ? (
        <span>{t.rich('next', { at: () => <LocalTime at={nextAt} show="moment" />, ahead })}</span>
      ) : (
        <span>{t('again')}</span>
      )}
    </p>
  )
}

function useNow(renderedAt: Date): Date {
  const [now, setNow] = useState(renderedAt)

  useEffect(() => {
    const tick = () => setNow(new Date())
    tick()
    const timer = setInterval(tick, TICK_MS)

    return () => clearInterval(timer)
  }, [])

  return now
}
