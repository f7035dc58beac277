'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { EditForm, useFieldEdits } from '#components/ui/admin/edit-form.tsx'
import { sumText } from '#components/ui/admin/money-amount.tsx'
import { TextField } from '#components/ui/field.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import { parseAmountInput } from '#lib/core/rules/amount-input.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { money, toDecimalText } from '#lib/core/rules/money.ts'
import { setSupportLimit } from '#lib/settings/client/settings.ts'

const KEY = 'limit'

/** `effect`: what the limit that holds allows, in words. */
type LimitFormProps = { minor: number; currency: CurrencyCode; effect: string }

/** The sum up to which support may act, with a reason. What is no sum is `null` among the edits. */
export function LimitForm({ minor, currency, effect }: LimitFormProps) {
  const t = useTranslations('admin-acts')
  const tAction = useTranslations('action')
  const tag = useTag()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<'sum' | 'reason' | null>(null)
  const edits = useFieldEdits<number | null, string>(
    { [KEY]: minor },
    (_, typed) => parseAmountInput(typed, currency)?.minor ?? null,
  )
  const typed = edits.typed(KEY) ?? toDecimalText(money(minor, currency))
  const [change] = edits.changes

  function check(): string | null {
    const found = change?.value == null ? 'sum' : reason.trim().length < 3 ? 'reason' : null
    setWrong(found)

    return found && `limit-${found}`
  }

  async function save() {
    const { value: limitMinor, seen } = change ?? {}
    if (limitMinor != null && seen != null) await setSupportLimit({ limitMinor, seen, reason: reason.trim() })
  }

  return (
    <EditForm
      className="grid max-w-160 gap-3 p-3.5 [&_.btn]:justify-self-start"
      {...{ edits, check, save }}
      nameOf={() => t('answers.limit')}
      say={(value) => (value === null ? typed : `${sumText(value, currency, tag)} ${currency}`)}
      onSaved={() => setReason('')}
    >
      <p>{effect}</p>
      <TextField
        id="limit-sum"
        label={t('answers.limitSum', { currency })}
        error={wrong === 'sum' ? tAction('wrong.amount') : null}
        value={typed}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        onChange={({ target }) => edits.type(KEY, target.value)}
      />
      <TextField
        id="limit-reason"
        label={tAction('reason')}
        error={wrong === 'reason' ? tAction('wrong.reason') : null}
        value={reason}
        maxLength={500}
        autoComplete="off"
        onChange={({ target }) => setReason(target.value)}
      />
    </EditForm>
  )
}
