'use client'

import { useTranslations } from 'next-intl'
import type { Typed } from '#components/settings/admin/typed-value.ts'
import { CheckField, Field, TextField } from '#components/ui/field.tsx'
import type { SettingField } from '#lib/settings/rules/admin-settings.ts'

type ControlProps = { field: SettingField; typed: Typed; error: string | null; onType: (typed: Typed) => void }

/** One setting: its name, its control, and what it does. An empty text stands for the default, which is shown behind it. */
export function SettingControl({ field, typed, error, onType }: ControlProps) {
  const t = useTranslations('admin-settings.field')
  const words = t as unknown as (key: string) => string
  const id = `set-${field.key.replaceAll('.', '-')}`
  const label = words(`${field.key}.label`)
  const hint = words(`${field.key}.hint`)

  if (field.control === 'switch') {
    return (
      <div className="field">
        <CheckField checked={typed === true} onChange={({ target }) => onType(target.checked)}>
          {label}
        </CheckField>
        <p className="field-hint">{hint}</p>
      </div>
    )
  }
  const text = typeof typed === 'string' ? typed : ''
  if (field.control === 'choice') {
    return (
      <Field id={id} label={label} hint={hint} error={error}>
        <select
          id={id}
          className="input"
          value={text}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onType(target.value)}
        >
          {['', ...field.options].map((option) => (
            <option key={option} value={option}>
              {words(`${field.key}.options.${option || 'default'}`)}
            </option>
          ))}
        </select>
      </Field>
    )
  }
  if ('options' in field) {
    const ticked = Array.isArray(typed) ? typed : []

    return (
      <fieldset className="field a-set-many">
        <legend>{label}</legend>
        {field.options.map(({ value, label: name, isFixed }) => (
          <CheckField
            key={value}
            checked={ticked.includes(value)}
            disabled={isFixed}
            onChange={({ target }) =>
              onType(target.checked ? [...ticked, value] : ticked.filter((other) => other !== value))
            }
          >
            {name}
          </CheckField>
        ))}
        <p className="field-hint">{hint}</p>
        {error ? <p className="field-error">{error}</p> : null}
      </fieldset>
    )
  }
  if (field.control === 'lines') {
    return (
      <Field id={id} label={label} hint={hint} error={error}>
        <textarea
          id={id}
          className="input"
          rows={3}
          value={text}
          maxLength={field.most}
          placeholder={field.fallback}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onType(target.value)}
        />
      </Field>
    )
  }
  const limits =
    field.control === 'number'
      ? { type: 'number', inputMode: 'numeric' as const, min: field.least, max: field.most }
      : { type: field.control === 'email' ? 'email' : 'text', maxLength: field.most }

  return (
    <TextField
      {...limits}
      id={id}
      label={label}
      hint={hint}
      error={error}
      value={text}
      placeholder={String(field.fallback)}
      autoComplete="off"
      onChange={({ target }) => onType(target.value)}
    />
  )
}
