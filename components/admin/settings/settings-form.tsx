'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { SaveRow } from '#components/admin/settings/save-row.tsx'
import { SettingControl } from '#components/admin/settings/setting-control.tsx'
import { type Typed, toTyped, toValue } from '#components/admin/settings/typed-value.ts'
import { useSave } from '#components/admin/settings/use-save.ts'
import { type Change, saveSettings } from '#lib/client/settings.ts'
import type { SettingField } from '#lib/domain/admin-settings.ts'

/** Several settings that are saved together. What was not touched is not sent. */
export function SettingsForm({ fields }: { fields: SettingField[] }) {
  const t = useTranslations('admin-settings')
  const [typed, setTyped] = useState<Record<string, Typed>>({})
  const saving = useSave()
  const changes = fields.flatMap((field): Change[] => {
    const now = typed[field.key]
    if (now === undefined) return []
    const value = toValue(field, now)

    return JSON.stringify(value) === JSON.stringify(field.stored) ? [] : [{ key: field.key, value, seen: field.stored }]
  })
  const refused = saving.problem?.details.fields

  async function submit(event: FormEvent) {
    event.preventDefault()
    await saving.save(() => saveSettings(changes))
  }

  function errorOf({ key, stored }: SettingField): string | null {
    if (!saving.problem || !Array.isArray(refused) || !refused.includes(key)) return null
    if (saving.problem.words !== 'changed') return t('refused')

    return t('nowStored', { value: stored === null ? t('usual') : String(stored) })
  }

  return (
    <form className="a-pb a-pb-stack a-set-form" onSubmit={submit} noValidate>
      {fields.map((field) => (
        <SettingControl
          key={field.key}
          field={field}
          typed={typed[field.key] ?? toTyped(field)}
          error={errorOf(field)}
          onType={(value) => setTyped((all) => ({ ...all, [field.key]: value }))}
        />
      ))}
      <SaveRow saving={saving} isChanged={changes.length > 0} />
    </form>
  )
}
