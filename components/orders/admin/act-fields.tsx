'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { ActField, Typed } from '#components/orders/admin/act-spec.ts'
import type { Problem } from '#components/orders/admin/read-typed.ts'
import { sumText } from '#components/ui/admin/sum.tsx'
import { CheckField, TextField } from '#components/ui/field.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'

type FieldsProps = {
  id: string
  fields: ActField[]
  typed: Typed
  problem: Problem
  onType: (change: Partial<Typed>) => void
}

/** The fields of an act, in their order. */
export function ActFields({ id, fields, typed, problem, onType }: FieldsProps) {
  return fields.map((field) => (
    <One
      key={field.kind}
      id={`${id}-${field.kind}`}
      field={field}
      typed={typed}
      isWrong={problem === field.kind}
      onType={onType}
    />
  ))
}

type OneProps = { id: string; field: ActField; typed: Typed; isWrong: boolean; onType: FieldsProps['onType'] }

function One({ id, field, typed, isWrong, onType }: OneProps) {
  const t = useTranslations('admin-acts.dialog')
  const tag = intlTag(toLocale(useLocale()))
  if (field.kind === 'reason') {
    return (
      <TextField
        id={id}
        label={t('reason')}
        error={isWrong ? t('reasonMissing') : null}
        value={typed.reason}
        maxLength={500}
        autoComplete="off"
        onChange={(event) => onType({ reason: event.target.value })}
      />
    )
  }
  if (field.kind === 'typed') {
    const { expect } = field

    return (
      <TextField
        id={id}
        label={t('typed', { expect })}
        hint={t('typedCount', { typed: Math.min(typed.typed.trim().length, expect.length), all: expect.length })}
        error={isWrong ? t('typedWrong', { expect }) : null}
        value={typed.typed}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onType({ typed: event.target.value })}
      />
    )
  }
  if (field.kind === 'email') {
    return (
      <TextField
        id={id}
        type="email"
        label={t('email')}
        error={isWrong ? t('emailWrong') : null}
        value={typed.email}
        dir="ltr"
        autoComplete="off"
        onChange={(event) => onType({ email: event.target.value })}
      />
    )
  }
  if (field.kind === 'cards') {
    return (
      <fieldset className="a-pick">
        <legend>{t('cards')}</legend>
        {field.cards.map(({ value, label, isDisabled }) => (
          <CheckField
            key={value}
            checked={typed.cards.includes(value)}
            disabled={isDisabled ?? false}
            onChange={({ target }) =>
              onType({ cards: target.checked ? [...typed.cards, value] : typed.cards.filter((one) => one !== value) })
            }
          >
            <span className="a-id">{label}</span>
          </CheckField>
        ))}
        {isWrong ? <p className="field-error">{t('cardsMissing')}</p> : null}
      </fieldset>
    )
  }
  if (field.kind === 'choice') {
    return (
      <fieldset className="a-pick">
        <legend>{field.label}</legend>
        {field.options.map(({ value, label, isDisabled }) => (
          <label key={value} className="check">
            <input
              type="radio"
              name={id}
              checked={typed.choice === value}
              disabled={isDisabled ?? false}
              onChange={() => onType({ choice: value })}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
    )
  }
  const most = sumText(field.mostMinor, field.currency, tag)

  return (
    <TextField
      id={id}
      label={t('amount', { currency: field.currency, most })}
      error={isWrong ? t('amountWrong', { most }) : null}
      value={typed.amount}
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      onChange={(event) => onType({ amount: event.target.value })}
    />
  )
}
