'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import type { Vouchers } from '#components/checkout/voucher/use-vouchers.ts'
import { Sum, sumText } from '#components/orders/sum.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { multiply } from '#lib/core/rules/money.ts'
import { MOST_CODES, type OwnCredit, type VoucherItem } from '#lib/pricing/rules/voucher.ts'

const FAILURES = ['offline', 'rate_limited'] as const

type VoucherBoxProps = {
  vouchers: Vouchers
  /** What whoever is signed in has to spend here: a press, nothing to type. */
  credits?: OwnCredit[]
  isStuck: boolean
}

/** Where a code is typed in, and what became of it. It may stand inside another form. */
export function VoucherBox({ vouchers, credits = [], isStuck }: VoucherBoxProps) {
  const t = useTranslations('voucher')
  const locale = toLocale(useLocale())
  const words = useProblemWords()
  const [typed, setTyped] = useState('')
  const { codes, refused, failure, isAsking } = vouchers
  // Also a refusal by the checkout, where somebody has pressed another button: what is said about the field is read out.
  useEffect(() => {
    if (refused) document.getElementById('voucher')?.focus()
  }, [refused])
  const unused = codes.length < MOST_CODES ? credits.filter(({ code }) => !codes.includes(code)) : []
  const apply = () => {
    if (typed.trim() === '' || isStuck || isAsking) return
    vouchers.apply(typed)
    setTyped('')
  }

  return (
    <details className="voucher" open={codes.length > 0 || refused !== null || credits.length > 0}>
      <summary>{t('open')}</summary>
      {unused.map(({ code, left }) => (
        <Button
          key={code}
          className="voucher-credit"
          disabled={isStuck || isAsking}
          onClick={() => vouchers.apply(code)}
        >
          {t('useCredit', { sum: sumText(left, locale) })}
        </Button>
      ))}
      {codes.length < MOST_CODES ? (
        <div className="voucher-form">
          <TextField
            id="voucher"
            label={t('label')}
            value={typed}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="ltr"
            error={refused ? words(refused) : null}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // The form around it would order.
              event.preventDefault()
              apply()
            }}
          />
          <Button disabled={isStuck || isAsking} onClick={apply}>
            {t(isAsking ? 'asking' : 'apply')}
          </Button>
        </div>
      ) : null}
      <div role="status">
        {vouchers.view?.codes.map((item) =>
          item.problem ? (
            <Notice key={item.code} tone="wait" className="mt-2">
              {words(item)}{' '}
              <Button
                size="small"
                className="voucher-remove"
                onClick={(event) => {
                  keepPlace(event.currentTarget, '.voucher-remove', '.voucher summary')
                  vouchers.remove(item.code)
                }}
              >
                {t('removeNamed', { code: item.code })}
              </Button>
            </Notice>
          ) : null,
        )}
        {failure ? (
          <Notice tone="wait" className="mt-2">
            {t(`failure.${FAILURES.find((known) => known === failure.code) ?? 'internal'}`)}{' '}
            <Button size="small" onClick={vouchers.again}>
              {t('again')}
            </Button>
          </Notice>
        ) : null}
      </div>
    </details>
  )
}

function useProblemWords(): (item: VoucherItem) => string {
  const t = useTranslations('voucher')
  const locale = toLocale(useLocale())

  return ({ code, problem, needed }) => {
    const sum = needed ? sumText(needed, locale) : ''

    return problem ? t(`problem.${problem}`, { code: `\u2066${code}\u2069`, sum }) : ''
  }
}

/** What each code takes off, as rows of a sum, with the way to take it out again. */
export function VoucherRows({ vouchers }: { vouchers: Vouchers }) {
  const t = useTranslations('voucher')
  const locale = toLocale(useLocale())
  const items = vouchers.view?.codes ?? []

  return items.map(({ code, discount, isCapped, left }) =>
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
