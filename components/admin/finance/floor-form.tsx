'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useId, useState } from 'react'
import { exactText } from '#components/admin/exact-text.ts'
import { OvertakenList, overtakenFields } from '#components/admin/overtaken-list.tsx'
import { SaveRow } from '#components/admin/settings/save-row.tsx'
import { useSave } from '#components/admin/settings/use-save.ts'
import { useFieldEdits } from '#components/admin/use-field-edits.ts'
import { TextField } from '#components/ui/field.tsx'
import { setFloor } from '#lib/client/finance.ts'
import { parseCurrency } from '#lib/domain/currency.ts'
import { decimal, parseDecimal } from '#lib/domain/decimal.ts'
import { toDecimalText } from '#lib/domain/money.ts'
import { parseTypedAmount } from '#lib/domain/typed-amount.ts'
import { toLocale } from '#lib/i18n/config.ts'
import { intlTag } from '#lib/i18n/formats.ts'

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
      <OvertakenList
        form={id}
        onDecide={edits.decide}
        fields={overtakenFields(
          edits.overtaken,
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
        isOvertaken={edits.overtaken.length > 0}
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
