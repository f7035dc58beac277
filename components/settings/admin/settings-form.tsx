'use client'

import { useTranslations } from 'next-intl'
import { EditForm, useFieldEdits, useSaving } from '#components/ui/admin/edit-form.tsx'
import { ChoiceField } from '#components/ui/choice-field.tsx'
import { AreaField, CheckField, TextField } from '#components/ui/field.tsx'
import { saveSettings } from '#lib/settings/client/settings.ts'
import type { SettingField, SettingJson } from '#lib/settings/rules/settings.ts'

/** Several settings that are saved together. What was not touched is not sent. */
export function SettingsForm({ fields }: { fields: SettingField[] }) {
  const t = useTranslations('admin-settings')
  const tLabel = useTranslations('admin.label')
  const tAny = t as unknown as (key: string) => string
  const saving = useSaving()
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const stored = Object.fromEntries(fields.map((field) => [field.key, field.stored]))
  const edits = useFieldEdits<SettingJson, FieldInput>(stored, (key, typed) => {
    const field = byKey.get(key)

    return field ? toValue(field, typed) : null
  })
  const refused = saving.failure?.details.fields

  /** A value as the control of its field says it. */
  function say(value: SettingJson, key: string): string {
    const field = byKey.get(key)
    if (!field || value === null) return t('usual')
    if (typeof value === 'boolean') return t(value ? 'capability.option.on' : 'capability.option.off')
    if (field.control === 'choice') return tAny(`field.${key}.options.${value}`)
    if (!('options' in field)) return String(value)
    const ticked = toInput({ ...field, stored: value })
    const labels = field.options.filter((one) => Array.isArray(ticked) && ticked.includes(one.value))

    return labels.map(({ label }) => label).join(', ') || tLabel('nothing')
  }

  return (
    <EditForm
      className="grid max-w-160 gap-3 p-3.5 [&_.btn]:justify-self-start"
      edits={edits}
      saving={saving}
      save={(changes) => saveSettings(changes.map(({ key, value, seen }) => ({ key, value, seen })))}
      nameOf={(key) => tAny(`field.${key}.label`)}
      say={say}
    >
      {fields.map((field) => (
        <SettingControl
          key={field.key}
          field={field}
          typed={edits.typed(field.key) ?? toInput(field)}
          error={Array.isArray(refused) && refused.includes(field.key) ? t('refused') : null}
          onType={(value) => edits.type(field.key, value)}
        />
      ))}
    </EditForm>
  )
}

type ControlProps = {
  field: SettingField
  typed: FieldInput
  error: string | null
  onType: (typed: FieldInput) => void
}

/** One setting: its name, its control, and what it does. An empty text stands for the default, which is shown behind it. */
function SettingControl({ field, typed, error, onType }: ControlProps) {
  const t = useTranslations('admin-settings.field')
  const tAny = t as unknown as (key: string) => string
  const id = `set-${field.key.replaceAll('.', '-')}`
  const label = tAny(`${field.key}.label`)
  const hint = tAny(`${field.key}.hint`)

  if (field.control === 'switch') {
    return (
      <div className="field">
        <CheckField
          checked={typed === true}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onType(target.checked)}
        >
          {label}
        </CheckField>
        <p className="field-hint -mt-3 ps-8.5" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
    )
  }
  const text = typeof typed === 'string' ? typed : ''
  if (field.control === 'choice') {
    return (
      <ChoiceField
        {...{ id, label, hint, error }}
        value={text}
        options={['', ...field.options].map((one) => [one, tAny(`${field.key}.options.${one || 'default'}`)])}
        onChange={({ target }) => onType(target.value)}
      />
    )
  }
  if ('options' in field) {
    const ticked = Array.isArray(typed) ? typed : []

    return (
      <fieldset className="field gap-1">
        <legend className="text-small font-[550]">{label}</legend>
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
      <AreaField
        {...{ id, label, hint, error }}
        rows={3}
        value={text}
        maxLength={field.max}
        placeholder={field.fallback}
        onChange={({ target }) => onType(target.value)}
      />
    )
  }
  const limits =
    field.control === 'number'
      ? { type: 'number', inputMode: 'numeric' as const, min: field.min, max: field.max }
      : { type: field.control === 'email' ? 'email' : 'text', maxLength: field.max }

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

/** What stands in a control: text, a tick, or the values that are ticked. */
type FieldInput = string | boolean | string[]

/** What a control shows for a stored value; an empty text where the default holds. */
function toInput(field: SettingField): FieldInput {
  const { stored } = field
  if (field.control === 'switch') return typeof stored === 'boolean' ? stored : field.fallback
  if (field.control === 'many' || field.control === 'manyOff') {
    const all = field.options.map(({ value }) => value)
    const listed = Array.isArray(stored) ? stored.map(String) : null
    if (field.control === 'many') return listed ?? [...field.fallback]

    return all.filter((value) => !listed?.includes(value))
  }

  return stored === null ? '' : String(stored)
}

/** What is to be stored for what stands in a control; `null` puts the default back. */
function toValue(field: SettingField, typed: FieldInput): SettingJson {
  if (typeof typed === 'boolean') return 'fallback' in field && typed === field.fallback ? null : typed
  if (Array.isArray(typed)) {
    const all = 'options' in field ? field.options.map((one) => (typeof one === 'string' ? one : one.value)) : []
    const listed = field.control === 'manyOff' ? all.filter((value) => !typed.includes(value)) : typed
    const usual = field.control === 'many' ? field.fallback : []
    const isDefault = listed.length === usual.length && listed.every((value) => usual.includes(value))

    return isDefault ? null : listed
  }
  const text = typed.trim()
  if (text === '') return null

  return field.control === 'number' ? Number(text) : text
}
