'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { SaveRow } from '#components/admin/settings/save-row.tsx'
import { useSave } from '#components/admin/settings/use-save.ts'
import { Field, TextField } from '#components/ui/field.tsx'
import { setCapability } from '#lib/client/settings.ts'
import type { CapabilityKey } from '#lib/domain/capabilities.ts'

/** A capability with its value. `options` is null where any format may be typed. */
export type CapabilityView = { key: CapabilityKey; value: string; options: readonly string[] | null }

/** What the network can do, one thing at a time, each with a reason. */
export function CapabilityForm({ capabilities }: { capabilities: CapabilityView[] }) {
  const t = useTranslations('admin-settings.capability')
  const words = t as unknown as (key: string) => string
  const [key, setKey] = useState<CapabilityKey>(capabilities[0]?.key ?? 'order.otherOrderId')
  const chosen = capabilities.find((one) => one.key === key)
  const [value, setValue] = useState(chosen?.value ?? '')
  const [reason, setReason] = useState('')
  const saving = useSave()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await saving.save(() => setCapability({ key, value, reason }))) setReason('')
  }

  return (
    <form className="a-pb a-pb-stack a-set-form" onSubmit={submit}>
      <p className="a-meta">{t('lead')}</p>
      <Field id="capability" label={t('which')}>
        <select
          id="capability"
          className="input"
          value={key}
          onChange={({ target }) => {
            const next = capabilities.find((one) => one.key === target.value)
            if (!next) return
            setKey(next.key)
            setValue(next.value)
          }}
        >
          {capabilities.map((one) => (
            <option key={one.key} value={one.key}>
              {words(`name.${one.key}`)}
            </option>
          ))}
        </select>
      </Field>
      {chosen?.options ? (
        <Field id="capability-value" label={t('value')}>
          <select
            id="capability-value"
            className="input"
            value={value}
            onChange={({ target }) => setValue(target.value)}
          >
            {chosen.options.map((option) => (
              <option key={option} value={option}>
                {words(`option.${option}`)}
              </option>
            ))}
          </select>
        </Field>
      ) : (
        <TextField
          id="capability-value"
          label={t('value')}
          value={value}
          dir="ltr"
          onChange={({ target }) => setValue(target.value)}
        />
      )}
      <TextField
        id="capability-reason"
        label={t('reason')}
        value={reason}
        minLength={3}
        maxLength={300}
        onChange={({ target }) => setReason(target.value)}
      />
      <SaveRow saving={saving} isChanged={value !== chosen?.value && reason.trim().length >= 3} />
    </form>
  )
}
