'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useId, useState } from 'react'
import { ConflictList, conflictingFields } from '#components/catalog/admin/conflict-list.tsx'
import { SaveRow } from '#components/settings/admin/save-row.tsx'
import { useSave } from '#components/settings/admin/use-save.ts'
import { exactText } from '#components/ui/admin/exact-text.ts'
import { useFieldEdits } from '#components/ui/admin/use-field-edits.ts'
import { TextField } from '#components/ui/field.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { decimal, parseDecimal } from '#lib/core/rules/decimal.ts'
import { toDecimalText } from '#lib/core/rules/money.ts'
import { parseTypedAmount } from '#lib/core/rules/typed-amount.ts'
import { setFloor } from '#lib/finance/client/finance.ts'

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
