'use client'

import { useTranslations } from 'next-intl'
import { Sum } from '#components/orders/sum.tsx'
import type { Vouchers } from '#components/voucher/use-vouchers.ts'
import { keepPlace } from '#lib/client/keep-place.ts'
import { multiply } from '#lib/domain/money.ts'

/** What each code takes off, as rows of a sum, with the way to take it out again. */
export function VoucherRows({ vouchers }: { vouchers: Vouchers }) {
  const t = useTranslations('voucher')
  const lines = vouchers.view?.codes ?? []

  return lines.map(({ code, discount, isCapped }) =>
    discount ? (
      <div key={code} className="voucher-row">
        <dt>
          {t.rich('row', { code, b: (words) => <bdi>{words}</bdi> })}{' '}
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
        </dt>
        <dd>
          <Sum of={multiply(discount, -1)} />
        </dd>
      </div>
    ) : null,
  )
}
