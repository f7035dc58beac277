'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useState } from 'react'
import { ConflictList, conflictingFields } from '#components/catalog/admin/conflict-list.tsx'
import { SaveRow } from '#components/settings/admin/save-row.tsx'
import { useSave } from '#components/settings/admin/use-save.ts'
import { useFieldEdits } from '#components/ui/admin/use-field-edits.ts'
import { Field, TextField } from '#components/ui/field.tsx'
import type { CapabilityKey } from '#lib/provider/rules/capabilities.ts'
import { setCapability } from '#lib/settings/client/settings.ts'

/** A capability with its value. `options` is null where any format may be typed; `leaving`: plans that need it to be on. */
export type CapabilityView = {
  key: CapabilityKey
  value: string
  options: readonly string[] | null
  leaving: number | null
}

/** What the network can do, one thing at a time, each with a reason. */
export function CapabilityForm({ capabilities }: { capabilities: CapabilityView[] }) {
  const t = useTranslations('admin-settings.capability')
  const words = t as unknown as (key: string) => string
  const id = useId()
  const [key, setKey] = useState<CapabilityKey>(capabilities[0]?.key ?? 'order.otherOrderId')
  const [reason, setReason] = useState('')
  const saving = useSave()
  const stored = Object.fromEntries(capabilities.map((one) => [one.key, one.value]))
  const edits = useFieldEdits(stored, (_, typed: string) => typed)
  const chosen = capabilities.find((one) => one.key === key)
  const value = edits.typed(key) ?? chosen?.value ?? ''
  const leaving = chosen?.leaving ?? null
  const change = edits.changes.find((one) => one.key === key)
  const conflicts = edits.conflicts.filter((one) => one.key === key)
  const say = (said: string) => (chosen?.options ? words(`option.${said}`) : said)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!change) return
    const { seen } = change
    if (!(await saving.save(() => setCapability({ key, value, seen, reason })))) return
    edits.sent([key])
    setReason('')
  }

  return (
    <form id={id} className="a-pb a-pb-stack a-set-form" onSubmit={submit}>
      <p className="a-meta">{t('lead')}</p>
      <Field id="capability" label={t('which')}>
        <select
          id="capability"
          className="input"
          value={key}
          onChange={({ target }) => setKey(capabilities.find((one) => one.key === target.value)?.key ?? key)}
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
            onChange={({ target }) => edits.type(key, target.value)}
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
          onChange={({ target }) => edits.type(key, target.value)}
        />
      )}
      <div role="status">
        {value === 'off' && leaving !== null ? (
          <p className={leaving > 0 ? 'a-act-warn' : 'a-soft'}>{t('leaving', { count: leaving })}</p>
        ) : null}
      </div>
      <TextField
        id="capability-reason"
        label={t('reason')}
        value={reason}
        minLength={3}
        maxLength={300}
        onChange={({ target }) => setReason(target.value)}
      />
      <ConflictList
        form={id}
        onDecide={edits.decide}
        fields={conflictingFields(conflicts, () => words(`name.${key}`), say)}
      />
      <SaveRow
        saving={saving}
        isChanged={change !== undefined && reason.trim().length >= 3}
        isConflict={conflicts.length > 0}
      />
    </form>
  )
}
