'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { useSending } from '#components/ui/admin/use-sending.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { parseTypedAmount } from '#lib/core/rules/typed-amount.ts'
import { bookTransfer } from '#lib/finance/client/finance.ts'

type AmountFormProps = { act: 'deposit' | 'withdrawal'; currency: string }

/** One amount in the supplier's currency, paid to it or taken back. */
export function AmountForm({ act, currency }: AmountFormProps) {
  const t = useTranslations('admin-finance.supplier')
  const { state, send } = useSending()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  // The same typed amount keeps its id until it is known to be booked: sent twice, it is booked once.
  const id = useRef<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = parseCurrency(currency)
    const isFine = code !== null && parseTypedAmount(typed, code) !== null
    setWrong(!isFine)
    if (!isFine) return document.getElementById(act)?.focus()
    id.current ??= crypto.randomUUID()
    const input = { id: id.current, amount: typed }
    if (!(await send(() => bookTransfer({ act, ...input })))) return
    id.current = null
    setTyped('')
  }

  return (
    <form className="a-pb a-pb-stack" noValidate onSubmit={submit}>
      <TextField
        id={act}
        label={t(`${act}.label`, { currency })}
        hint={t(`${act}.hint`)}
        error={isWrong ? t('unreadable') : null}
        value={typed}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        onChange={(event) => {
          setTyped(event.target.value)
          setWrong(false)
          id.current = null
        }}
      />
      <p className="a-row">
        <Button type="submit" disabled={state === 'sending'}>
          {t(`${act}.submit`)}
        </Button>
        <span role="status" className="a-meta">
          {state === 'idle' ? '' : t(`state.${state}`)}
        </span>
      </p>
    </form>
  )
}
