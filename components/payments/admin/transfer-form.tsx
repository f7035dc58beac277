'use client'

import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { sumText } from '#components/ui/admin/sum.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { mayReadAgain, type RequestFailure, toFailure } from '#lib/core/client/ask.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import type { Money } from '#lib/core/rules/money.ts'
import { parseTypedAmount } from '#lib/core/rules/typed-amount.ts'
import { noteTransfer } from '#lib/orders/client/admin.ts'
import type { AdminTransfer } from '#lib/payments/rules/money-discrepancies.ts'

type Outcome = { tone: 'good' | 'wait' | 'bad'; text: string }
type Problem = 'amountMissing' | 'dateMissing'

/** Notes the arrival of a transfer. Another sum than asked for is said before it is sent. `today` is a day in UTC. */
export function TransferForm({ transfer, today }: { transfer: AdminTransfer; today: string }) {
  const t = useTranslations('admin.transfer')
  const router = useRouter()
  const sumOf = useSums()
  const { asked, paymentId } = transfer
  const [typed, setTyped] = useState('')
  const [day, setDay] = useState(today)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isSending, setSending] = useState(false)
  const said = useRef<HTMLDivElement>(null)
  const amount = parseTypedAmount(typed, asked.currency)
  const isDifferent = amount !== null && amount.minor !== asked.minor
  const isOpen = transfer.received === null && outcome?.tone !== 'good' && outcome?.tone !== 'wait'

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wrong = amount === null ? 'amountMissing' : day === '' || day > today ? 'dateMissing' : null
    setProblem(wrong)
    setOutcome(null)
    if (amount === null || wrong) {
      return document.getElementById(`${wrong === 'dateMissing' ? 'day' : 'amount'}-${paymentId}`)?.focus()
    }
    setSending(true)
    setOutcome(await send(amount))
    setSending(false)
    requestAnimationFrame(() => said.current?.focus())
  }

  async function send({ minor: amountMinor, currency }: Money): Promise<Outcome> {
    try {
      const { fits } = await noteTransfer(paymentId, { amountMinor, currency, receivedOn: day })
      router.refresh()
      if (transfer.hasEnded) return { tone: 'wait', text: t('notedEnded') }

      return fits ? { tone: 'good', text: t('noted') } : { tone: 'wait', text: t('notedDifferent') }
    } catch (thrown) {
      if (mayReadAgain(thrown)) router.refresh()

      return { tone: 'bad', text: t(`failed.${reasonOf(toFailure(thrown))}`) }
    }
  }

  return (
    <>
      <div ref={said} tabIndex={-1} role="status">
        {outcome ? <Notice tone={outcome.tone}>{outcome.text}</Notice> : null}
      </div>
      {isOpen ? (
        <form className="a-pb-stack a-transfer" noValidate onSubmit={submit}>
          <TextField
            id={`amount-${paymentId}`}
            label={t('amount', { currency: asked.currency })}
            hint={t('amountHint')}
            error={problem === 'amountMissing' ? t('amountMissing', { example: sumOf(asked, 'bare') }) : null}
            value={typed}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            onChange={(event) => {
              setTyped(event.target.value)
              setProblem(null)
            }}
          />
          <TextField
            id={`day-${paymentId}`}
            type="date"
            label={t('date')}
            error={problem === 'dateMissing' ? t('dateMissing') : null}
            value={day}
            max={today}
            onChange={(event) => setDay(event.target.value)}
          />
          <div className="a-transfer-wide" role="status">
            {isDifferent ? <Notice tone="wait">{t(...difference(amount, asked, sumOf))}</Notice> : null}
          </div>
          <p className="a-transfer-wide">
            <Button type="submit" tone="ink" disabled={isSending}>
              {t(isSending ? 'sending' : isDifferent ? 'submitDifferent' : 'submit')}
            </Button>
          </p>
        </form>
      ) : null}
    </>
  )
}

type SumOf = (amount: Money, look?: 'bare') => string

function difference(amount: Money, asked: Money, sumOf: SumOf): ['less' | 'more', { difference: string }] {
  const minor = Math.abs(amount.minor - asked.minor)

  return [amount.minor < asked.minor ? 'less' : 'more', { difference: sumOf({ ...asked, minor }) }]
}

function useSums(): SumOf {
  const tag = intlTag(toLocale(useLocale()))

  return ({ minor, currency }, look) => {
    const text = sumText(minor, currency, tag)

    return look === 'bare' ? text : `${text}\u00a0${currency}`
  }
}

function reasonOf({ code, details }: RequestFailure) {
  if (details.reason === 'already_received') return 'already_received'

  return (
    (['forbidden', 'bad_input', 'rate_limited', 'unauthenticated', 'offline'] as const).find(
      (known) => known === code,
    ) ?? 'internal'
  )
}
