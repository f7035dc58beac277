'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useId, useState } from 'react'
import { ConflictList, conflictingFields } from '#components/catalog/admin/conflict-list.tsx'
import { SaveRow } from '#components/settings/admin/save-row.tsx'
import { useSave } from '#components/settings/admin/use-save.ts'
import { sumText } from '#components/ui/admin/sum.tsx'
import { useFieldEdits } from '#components/ui/admin/use-field-edits.ts'
import { TextField } from '#components/ui/field.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { money, toDecimalText } from '#lib/core/rules/money.ts'
import { parseTypedAmount } from '#lib/core/rules/typed-amount.ts'
import { setSupportLimit } from '#lib/settings/client/settings.ts'

const KEY = 'limit'

/** `effect`: what the limit that holds allows, in words. */
type LimitFormProps = { minor: number; currency: CurrencyCode; effect: string }

/** The sum up to which support may act, with a reason. What is no sum is `null` among the edits. */
export function LimitForm({ minor, currency, effect }: LimitFormProps) {
  const t = useTranslations('admin-acts')
  const tag = intlTag(toLocale(useLocale()))
  const id = useId()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<'sum' | 'reason' | null>(null)
  const saving = useSave()
  const edits = useFieldEdits<number | null, string>(
    { [KEY]: minor },
    (_, typed) => parseTypedAmount(typed, currency)?.minor ?? null,
  )
  const typed = edits.typed(KEY) ?? toDecimalText(money(minor, currency))
  const [change] = edits.changes

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!change) return
    const { value: limitMinor, seen } = change
    const found = limitMinor === null ? 'sum' : reason.trim().length < 3 ? 'reason' : null
    setWrong(found)
    if (found || limitMinor === null || seen === null) return document.getElementById(`limit-${found}`)?.focus()
    if (!(await saving.save(() => setSupportLimit({ limitMinor, seen, reason: reason.trim() })))) return
    edits.sent([KEY])
    setReason('')
  }

  return (
    <form id={id} className="a-pb a-pb-stack a-set-form" noValidate onSubmit={submit}>
      <p>{effect}</p>
      <TextField
        id="limit-sum"
        label={t('answers.limitSum', { currency })}
        error={wrong === 'sum' ? t('answers.limitWrong') : null}
        value={typed}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        onChange={({ target }) => edits.type(KEY, target.value)}
      />
      <TextField
        id="limit-reason"
        label={t('dialog.reason')}
        error={wrong === 'reason' ? t('dialog.reasonMissing') : null}
        value={reason}
        maxLength={500}
        autoComplete="off"
        onChange={({ target }) => setReason(target.value)}
      />
      <ConflictList
        form={id}
        onDecide={edits.decide}
        fields={conflictingFields(
          edits.conflicts,
          () => t('answers.limit'),
          (value) => (value === null ? typed : `${sumText(value, currency, tag)} ${currency}`),
        )}
      />
      <SaveRow saving={saving} isChanged={change !== undefined} isConflict={edits.conflicts.length > 0} />
    </form>
  )
}
