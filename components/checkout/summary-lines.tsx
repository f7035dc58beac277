'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { Offer } from '#components/checkout/use-offers.ts'
import { planText } from '#components/orders/plan-text.ts'
import { Sum } from '#components/orders/sum.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'

/** What each of several plans adds to the sum. */
export function SummaryLines({ lines }: { lines: Offer[] }) {
  const t = useTranslations('order')
  const locale = toLocale(useLocale())

  return lines.map(({ quote, change }) => (
    <div key={quote.id}>
      <dt>
        {t('receipt.item', {
          count: quote.count,
          destination: quote.destination.name,
          plan: planText(t, quote, locale),
        })}
      </dt>
      <dd>
        {change ? (
          <s className="was">
            <Sum of={change.before} />
          </s>
        ) : null}{' '}
        <Sum of={quote.total} />
      </dd>
    </div>
  ))
}
