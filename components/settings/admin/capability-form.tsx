'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { EditForm, useFieldEdits } from '#components/ui/admin/edit-form.tsx'
import { ChoiceField } from '#components/ui/choice-field.tsx'
import { TextField } from '#components/ui/field.tsx'
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
  const tLabel = useTranslations('admin.label')
  const tAny = t as unknown as (key: string) => string
  const [key, setKey] = useState<CapabilityKey>(capabilities[0]?.key ?? 'order.otherOrderId')
  const [reason, setReason] = useState('')
  const stored = Object.fromEntries(capabilities.map((one) => [one.key, one.value]))
  const edits = useFieldEdits(stored, (_, typed: string) => typed)
  const chosen = capabilities.find((one) => one.key === key)
  const value = edits.typed(key) ?? chosen?.value ?? ''
  const leaving = chosen?.leaving ?? null
  // Another one that was edited too waits until it is chosen again.
  const ofChosen = (one: { key: string }) => one.key === key
  const chosenEdits = { ...edits, changes: edits.changes.filter(ofChosen), conflicts: edits.conflicts.filter(ofChosen) }
  const say = (said: string) => (chosen?.options ? tAny(`option.${said}`) : said)

  return (
    <EditForm
      className="grid max-w-160 gap-3 p-3.5 [&_.btn]:justify-self-start"
      edits={chosenEdits}
      save={async ([change]) => change && setCapability({ key, value, seen: change.seen, reason: reason.trim() })}
      nameOf={() => tAny(`name.${key}`)}
      say={say}
      isReady={reason.trim().length >= 3}
      onSaved={() => setReason('')}
    >
      <p className="a-meta">{t('lead')}</p>
      <ChoiceField
        id="capability"
        label={t('which')}
        value={key}
        options={capabilities.map((one) => [one.key, tAny(`name.${one.key}`)])}
        onChange={({ target }) => setKey(capabilities.find((one) => one.key === target.value)?.key ?? key)}
      />
      {chosen?.options ? (
        <ChoiceField
          id="capability-value"
          label={tLabel('value')}
          value={value}
          options={chosen.options.map((option) => [option, tAny(`option.${option}`)])}
          onChange={({ target }) => edits.type(key, target.value)}
        />
      ) : (
        <TextField
          id="capability-value"
          label={tLabel('value')}
          value={value}
          dir="ltr"
          onChange={({ target }) => edits.type(key, target.value)}
        />
      )}
      <div role="status">
        {value === 'off' && leaving !== null ? (
          <p className={leaving > 0 ? 'rounded-lg bg-rust-wash px-3 py-2.5 text-rust' : 'a-soft'}>
            {t('leaving', { count: leaving })}
          </p>
        ) : null}
      </div>
      <TextField
        id="capability-reason"
        label={tLabel('reason')}
        value={reason}
        minLength={3}
        maxLength={300}
        onChange={({ target }) => setReason(target.value)}
      />
    </EditForm>
  )
}
