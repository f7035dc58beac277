'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId } from 'react'
import { OvertakenList, overtakenFields } from '#components/catalog/admin/overtaken-list.tsx'
import { SaveRow } from '#components/settings/admin/save-row.tsx'
import { SettingControl } from '#components/settings/admin/setting-control.tsx'
import { type Typed, toTyped, toValue } from '#components/settings/admin/typed-value.ts'
import { useSave } from '#components/settings/admin/use-save.ts'
import { useFieldEdits } from '#components/ui/admin/use-field-edits.ts'
import { saveSettings } from '#lib/settings/client/settings.ts'
import type { SettingField, SettingJson } from '#lib/settings/rules/admin-settings.ts'

/** Several settings that are saved together. What was not touched is not sent. */
export function SettingsForm({ fields }: { fields: SettingField[] }) {
  const t = useTranslations('admin-settings')
  const words = t as unknown as (key: string) => string
  const id = useId()
  const saving = useSave()
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const stored = Object.fromEntries(fields.map((field) => [field.key, field.stored]))
  const edits = useFieldEdits<SettingJson, Typed>(stored, (key, typed) => {
    const field = byKey.get(key)

    return field ? toValue(field, typed) : null
  })
  const { changes, overtaken } = edits
  const refused = saving.problem?.words === 'bad_input' ? saving.problem.details.fields : null

  async function submit(event: FormEvent) {
    event.preventDefault()
    const sent = changes.map(({ key, value, seen }) => ({ key, value, seen }))
    if (await saving.save(() => saveSettings(sent))) edits.sent(sent.map(({ key }) => key))
  }

  /** A value as the control of its field says it. */
  function say(value: SettingJson, key: string): string {
    const field = byKey.get(key)
    if (!field || value === null) return t('usual')
    if (typeof value === 'boolean') return t(value ? 'capability.option.on' : 'capability.option.off')
    if (field.control === 'choice') return words(`field.${key}.options.${value}`)
    if (!('options' in field)) return String(value)
    const ticked = toTyped({ ...field, stored: value })
    const labels = field.options.filter((one) => Array.isArray(ticked) && ticked.includes(one.value))

    return labels.map(({ label }) => label).join(', ') || t('none')
  }

  return (
    <form id={id} className="a-pb a-pb-stack a-set-form" onSubmit={submit} noValidate>
      {fields.map((field) => (
        <SettingControl
          key={field.key}
          field={field}
          typed={edits.typed(field.key) ?? toTyped(field)}
          error={Array.isArray(refused) && refused.includes(field.key) ? t('refused') : null}
          onType={(value) => edits.type(field.key, value)}
        />
      ))}
      <OvertakenList
        form={id}
        onDecide={edits.decide}
        fields={overtakenFields(overtaken, (key) => words(`field.${key}.label`), say)}
      />
      <SaveRow saving={saving} isChanged={changes.length > 0} isOvertaken={overtaken.length > 0} />
    </form>
  )
}
