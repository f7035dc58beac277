'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { keepPlace } from '#lib/client/keep-place.ts'

/** A field that somebody else has stored while it was edited here. */
export type OvertakenField = { key: string; name: string; theirs: ReactNode; mine: ReactNode }

type OvertakenListProps = {
  /** The id of the form: its first field has the focus when everything is decided. */
  form: string
  fields: OvertakenField[]
  onDecide: (key: string, act: 'keep' | 'take') => void
}

/** What is stored now beside what was typed here. Nothing is saved over anybody before it is decided which of them holds. */
export function OvertakenList({ form, fields, onDecide }: OvertakenListProps) {
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
