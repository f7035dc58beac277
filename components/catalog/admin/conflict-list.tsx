'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { FieldChange } from '#lib/core/client/field-edits.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'

/** A field that somebody else has stored while it was edited here. */
export type ConflictingField = { key: string; name: string; theirs: ReactNode; mine: ReactNode }

/** Both versions of each change in words, for fields whose two values are said alike. */
export function conflictingFields<Stored>(
  changes: readonly FieldChange<Stored>[],
  nameOf: (key: string) => string,
  say: (value: Stored, key: string) => ReactNode,
): ConflictingField[] {
  return changes.map(({ key, theirs, value }) => ({
    key,
    name: nameOf(key),
    theirs: say(theirs, key),
    mine: say(value, key),
  }))
}

type ConflictListProps = {
  /** The id of the form: its first field has the focus when everything is decided. */
  form: string
  fields: ConflictingField[]
  onDecide: (key: string, act: 'keep' | 'take') => void
}

/** What is stored now beside what was typed here. Nothing is saved over anybody before it is decided which of them holds. */
export function ConflictList({ form, fields, onDecide }: ConflictListProps) {
  const t = useTranslations('admin-settings.overtaken')

  return fields.map(({ key, name, theirs, mine }) => (
    <Notice key={key} tone="wait" icon="person" role="alert">
      <b>{t('title', { field: name })}</b>
      <dl className="a-versions">
        <dt>{t('theirs')}</dt>
        <dd dir="auto">{theirs}</dd>
        <dt>{t('mine')}</dt>
        <dd dir="auto">{mine}</dd>
      </dl>
      <span className="a-row">
        {(['keep', 'take'] as const).map((act) => (
          <Button
            key={act}
            size="small"
            onClick={(event) => {
              keepPlace(event.currentTarget, `[id="${form}"] .notice .btn`, `[id="${form}"] :enabled:not(.btn)`)
              onDecide(key, act)
            }}
          >
            {t(act)}
          </Button>
        ))}
      </span>
    </Notice>
  ))
}
