'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { sumText } from '#components/orders/sum.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { PriceChange } from '#lib/pricing/rules/price-change.ts'

type PriceChangeNoticeProps = { change: Pick<PriceChange, 'before' | 'now'>; othersHref: string; onAccept: () => void }

/** Both prices, and the choice. Until it is made, nothing can be ordered. */
export function PriceChangeNotice({ change, othersHref, onAccept }: PriceChangeNoticeProps) {
  const t = useTranslations('checkout.changed')
  const locale = toLocale(useLocale())
  const box = useRef<HTMLElement>(null)
  const sums = { before: sumText(change.before, locale), now: sumText(change.now, locale) }

  useEffect(() => box.current?.focus(), [])

  return (
    <section className="change" role="alert" tabIndex={-1} ref={box}>
      <h2>{t('heading')}</h2>
      <p>
        {t.rich('body', {
          ...sums,
          sums: (words) => <span className="num">{words}</span>,
          b: (words) => <b>{words}</b>,
        })}
      </p>
      <p className="actions">
        <Button
          tone="ink"
          onClick={(event) => {
            keepPlace(event.currentTarget, '.page-title')
            onAccept()
          }}
        >
          {t('accept', { now: sums.now })}
        </Button>
        <ButtonLink href={othersHref}>{t('others')}</ButtonLink>
      </p>
    </section>
  )
}
