'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { MoneyAmount, sumText } from '#components/orders/money-amount.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { knownCode, type RequestFailure, toFailure } from '#lib/core/client/request.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { multiply } from '#lib/core/rules/money.ts'
import { plainCode } from '#lib/core/rules/typed-text.ts'
import { keepCodes, readCodes, requestVouchers, settleCodes } from '#lib/pricing/client/vouchers.ts'
import {
  isCodeShaped,
  MAX_CODES,
  type OwnCredit,
  VOUCHER_PROBLEMS,
  type VoucherItem,
  type VoucherView,
} from '#lib/pricing/rules/voucher.ts'

type Answer = { of: string; view: VoucherView }

/** A code that was not taken: because of what the server says of it, or because it is there already. */
type Refused = Pick<VoucherItem, 'code' | 'needed'> & { problem: VoucherItem['problem'] | 'in_use' }

/** The codes of an order in the making, and what the server makes of them; asked again whenever the offers change. */
export function useVouchers(checkoutId: string | null) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  const running = useRef<AbortController | null>(null)
  // A code without an answer yet: whatever is asked meanwhile is asked with it.
  const pending = useRef<string | null>(null)
  // What no answer came to: asked again by a press, or for other offers.
  const unanswered = useRef<string | null>(null)
  const of = keyOf(checkoutId, codes)

  // What is kept in the browser is not known to the server that wrote the page.
  useEffect(() => setCodes(readCodes()), [])

  const settle = (next: readonly string[]) => {
    setCodes(next)
    keepCodes(next)
  }

  const request = async () => {
    running.current?.abort()
    const typed = pending.current
    const wanted = typed === null ? codes : [...codes, typed]
    if (checkoutId === null || wanted.length === 0) return setIsLoading(false)
    const control = new AbortController()
    running.current = control
    unanswered.current = null
    setIsLoading(true)
    setFailure(null)
    try {
      const view = await requestVouchers({ checkoutId, codes: wanted }, control.signal)
      if (control.signal.aborted) return
      pending.current = null
      const settled = settleCodes(view, { codes: wanted, typed })
      setRefused(settled.refusal)
      settle(settled.codes)
      setAnswer({ of: keyOf(checkoutId, settled.codes), view: settled.view })
    } catch (thrown) {
      if (control.signal.aborted) return
      pending.current = null
      // What was typed is not lost with the answer.
      unanswered.current = keyOf(checkoutId, wanted)
      settle(wanted)
      setFailure(toFailure(thrown))
    } finally {
      if (!control.signal.aborted) setIsLoading(false)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for other offers, not for every render.
  useEffect(() => {
    if (answer?.of !== of && unanswered.current !== of) void request()
  }, [of])
  const view = codes.length > 0 && answer?.of === of ? answer.view : null

  return {
    codes,
    /** What the server makes of the codes and the offers as they are; null while that is not known. */
    view,
    /** A sum is about to change: nothing should be ordered now. */
    isLoading: isLoading || (codes.length > 0 && checkoutId !== null && view === null && failure === null),
    refused,
    failure,
    apply: (typed: string) => {
      const code = plainCode(typed)
      if (codes.includes(code)) return setRefused({ code, needed: null, problem: 'in_use' })
      if (!isCodeShaped(code)) return setRefused({ code, needed: null, problem: 'unknown' })
      setRefused(null)
      pending.current = code
      void request()
    },
    remove: (code: string) => {
      setRefused(null)
      settle(codes.filter((one) => one !== code))
    },
    again: () => void request(),
    /**
     * Takes in that the checkout has refused a code after all. A sum that has changed is shown before anything is
     * ordered; `isAsked` where that is under way, for new offers.
     */
    refuse: (details: { code?: unknown; reason?: unknown }, isAsked = false) => {
      const problem = VOUCHER_PROBLEMS.find((known) => known === details.reason) ?? 'changed'
      const code = String(details.code ?? '')
      setRefused({ code, needed: null, problem })
      if (problem !== 'changed') settle(codes.filter((one) => one !== code))
      else if (!isAsked) void request()
    },
  }
}

export type Vouchers = ReturnType<typeof useVouchers>

function keyOf(checkoutId: string | null, codes: readonly string[]): string {
  return [checkoutId, ...codes].join(' ')
}

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
  const problemText = useProblemText()
  const [typed, setTyped] = useState('')
  const { codes, refused, failure, isLoading } = vouchers
  const hasField = codes.length < MAX_CODES
  // Also a refusal by the checkout, where somebody has pressed another button: what is said about the field is read out.
  useEffect(() => {
    if (refused) document.getElementById(hasField ? 'voucher' : 'voucher-refused')?.focus()
  }, [refused, hasField])
  const unused = hasField ? credits.filter(({ code }) => !codes.includes(code)) : []
  // What was pressed keeps the focus while it waits.
  const isOff = isStuck || isLoading
  const use = (code: string, pressed: Element) => {
    if (isOff) return
    keepPlace(pressed, '#voucher', '.voucher summary')
    vouchers.apply(code)
  }
  const apply = () => {
    if (typed.trim() === '' || isOff) return
    if (document.activeElement) keepPlace(document.activeElement, '.voucher summary')
    vouchers.apply(typed)
    setTyped('')
  }

  return (
    <details
      className="voucher mt-3 border-t border-line pt-2"
      open={codes.length > 0 || refused !== null || credits.length > 0}
    >
      <summary className="flex min-h-11 cursor-pointer items-center text-ink-soft underline">{t('open')}</summary>
      {unused.map(({ code, left }) => (
        <Button
          key={code}
          className="mb-3 w-full"
          aria-disabled={isOff}
          onClick={(event) => use(code, event.currentTarget)}
        >
          {t('useCredit', { sum: sumText(left, locale) })}
        </Button>
      ))}
      {hasField ? (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          <TextField
            id="voucher"
            label={t('label')}
            value={typed}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="ltr"
            error={refused ? problemText(refused) : null}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // The form around it would order.
              event.preventDefault()
              apply()
            }}
          />
          {/* Level with the field, whatever is said below it. */}
          <Button className="mt-7 min-h-13" aria-disabled={isOff} onClick={apply}>
            {t(isLoading ? 'asking' : 'apply')}
          </Button>
        </div>
      ) : null}
      <div role="status">
        {refused && !hasField ? (
          <div id="voucher-refused" tabIndex={-1}>
            <Notice tone="wait" className="mt-2">
              {problemText(refused)}
            </Notice>
          </div>
        ) : null}
        {vouchers.view?.codes.map((item) =>
          item.problem ? (
            <Notice key={item.code} tone="wait" className="mt-2">
              {problemText(item)}{' '}
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
            {t(`failure.${knownCode(failure.code, 'offline', 'rate_limited')}`, {
              minutes: failure.waitMinutes,
            })}{' '}
            <Button
              size="small"
              onClick={(event) => {
                keepPlace(event.currentTarget, '#voucher', '.voucher summary')
                vouchers.again()
              }}
            >
              {t('again')}
            </Button>
          </Notice>
        ) : null}
      </div>
    </details>
  )
}

function useProblemText(): (item: Refused) => string {
  const t = useTranslations('voucher')
  const locale = toLocale(useLocale())

  return ({ code, problem, needed }) => {
    const values = { code: `\u2066${code}\u2069`, sum: needed ? sumText(needed, locale) : '' }
    if (problem === 'in_use') return t('inUse', values)

    return problem ? t(`problem.${problem}`, values) : ''
  }
}

/** What each code takes off, as rows of a sum, with the way to take it out again. */
export function VoucherRows({ vouchers }: { vouchers: Vouchers }) {
  const t = useTranslations('voucher')
  const locale = toLocale(useLocale())
  const items = vouchers.view?.codes ?? []

  return items.map(({ code, discount, isCapped, left }) =>
    discount ? (
      <div key={code} className="[&>dt]:min-w-0 [&>dt]:wrap-anywhere">
        <dt>
          {t.rich(left ? 'creditRow' : 'row', { code, b: (chunks) => <bdi>{chunks}</bdi> })}{' '}
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
          <MoneyAmount of={multiply(discount, -1)} />
        </dd>
      </div>
    ) : null,
  )
}
