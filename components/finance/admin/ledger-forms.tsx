'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useId, useRef, useState } from 'react'
import { ConflictList, conflictingFields } from '#components/catalog/admin/conflict-list.tsx'
import { SaveRow } from '#components/settings/admin/save-row.tsx'
import { useSave } from '#components/settings/admin/use-save.ts'
import { exactText } from '#components/ui/admin/exact-text.ts'
import { useFieldEdits } from '#components/ui/admin/use-field-edits.ts'
import { useSending } from '#components/ui/admin/use-sending.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { decimal, parseDecimal } from '#lib/core/rules/decimal.ts'
import { toDecimalText } from '#lib/core/rules/money.ts'
import { parseTypedAmount } from '#lib/core/rules/typed-amount.ts'
import { bookTransfer, setFloor } from '#lib/finance/client/finance.ts'

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

const KEY = 'floor'

/** The balance under which no payments are taken. It may be left empty: then there is none. */
export function FloorForm({ floor, currency }: { floor: string | null; currency: string }) {
  const t = useTranslations('admin-finance.supplier.floor')
  const wrong = useTranslations('admin-finance.supplier')
  const tag = intlTag(toLocale(useLocale()))
  const id = useId()
  const [isWrong, setWrong] = useState(false)
  const saving = useSave()
  const edits = useFieldEdits<string | null, string>({ [KEY]: floor }, (_, typed) => floorOf(typed, currency))
  const [change] = edits.changes

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!change) return
    const { value, seen } = change
    const isFine = value === null || parseDecimal(value) !== null
    setWrong(!isFine)
    if (!isFine) return document.getElementById(KEY)?.focus()
    if (await saving.save(() => setFloor({ amount: value ?? '', seen }))) edits.sent([KEY])
  }

  return (
    <form id={id} className="a-pb a-pb-stack" noValidate onSubmit={submit}>
      <TextField
        id={KEY}
        label={t('label', { currency })}
        hint={t('hint')}
        error={isWrong ? wrong('unreadable') : null}
        value={edits.typed(KEY) ?? floor ?? ''}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        onChange={({ target }) => {
          edits.type(KEY, target.value)
          setWrong(false)
        }}
      />
      <ConflictList
        form={id}
        onDecide={edits.decide}
        fields={conflictingFields(
          edits.conflicts,
          () => t('name'),
          (value) => {
            if (value === null) return t('none')

            return parseDecimal(value) === null ? value : `${exactText(value, tag)} ${currency}`
          },
        )}
      />
      <SaveRow
        saving={saving}
        isChanged={change !== undefined}
        isConflict={edits.conflicts.length > 0}
        label={t('submit')}
      />
    </form>
  )
}

/** The floor that is typed, as it is stored; what is no amount stays as it was typed. */
function floorOf(typed: string, currency: string): string | null {
  if (typed.trim() === '') return null
  const code = parseCurrency(currency)
  const amount = code && parseTypedAmount(typed, code)

  return amount ? decimal(toDecimalText(amount)) : typed
}
