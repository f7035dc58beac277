'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { Vouchers } from '#components/checkout/voucher/use-vouchers.ts'
import { Sum, sumText } from '#components/orders/sum.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { multiply } from '#lib/core/rules/money.ts'

/** What each code takes off, as rows of a sum, with the way to take it out again. */
export function VoucherRows({ vouchers }: { vouchers: Vouchers }) {
  const t = useTranslations('voucher')
  const locale = toLocale(useLocale())
  const lines = vouchers.view?.codes ?? []

  return lines.map(({ code, discount, isCapped, left }) =>
    discount ? (
      <div key={code} className="voucher-row">
        <dt>
          {t.rich(left ? 'creditRow' : 'row', { code, b: (words) => <bdi>{words}</bdi> })}{' '}
          <button
            type="button"
            className="text-link voucher-remove"
            aria-label={t('removeNamed', { code })}
            onClick={(event) => {
              keepPlace(event.currentTarget, '.voucher-remove', '.voucher summary')
              vouchers.remove(code)
            }}
          >
            {t('remove')}
          </button>
          {isCapped ? <span className="block small">{t('capped')}</span> : null}
          {left ? <span className="block small">{t('creditLeft', { sum: sumText(left, locale) })}</span> : null}
        </dt>
        <dd>
          <Sum of={multiply(discount, -1)} />
        </dd>
      </div>
    ) : null,
  )
}
