'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId } from 'react'
import { ConflictList, conflictingFields } from '#components/catalog/admin/conflict-list.tsx'
import { SaveRow } from '#components/settings/admin/save-row.tsx'
import { useSave } from '#components/settings/admin/use-save.ts'
import { useFieldEdits } from '#components/ui/admin/use-field-edits.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { saveSettings } from '#lib/settings/client/settings.ts'
import {
  type Accent,
  type Ground,
  inkOn,
  isReadable,
  nearestReadable,
  TEXT_CONTRAST,
  weakestContrast,
} from '#lib/settings/rules/contrast.ts'

const KEY = 'shop.accent'
const GROUNDS: Ground[] = ['light', 'dark']
/** What the tokens say where no colour is set: a place to start from. */
const USUAL: Accent = { light: '#c03710', dark: '#fe8f5d' }

/** The shop's own colour on light and on dark pages. What cannot be read is not saved; the nearest that can is offered. */
export function AccentForm({ stored }: { stored: Accent | null }) {
  const t = useTranslations('admin-settings.accent')
  const id = useId()
  const saving = useSave()
  const edits = useFieldEdits<Accent | null, Accent>({ [KEY]: stored }, (_, typed) => typed)
  const typed = edits.typed(KEY) ?? stored ?? USUAL
  const [change] = edits.changes
  const isFit = GROUNDS.every((ground) => isReadable(typed[ground], ground))

  async function send(value: Accent | null, seen: Accent | null) {
    if (await saving.save(() => saveSettings([{ key: KEY, value, seen }]))) edits.sent([KEY])
  }

  return (
    <form
      id={id}
      className="a-pb a-pb-stack a-set-form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (change) void send(change.value, change.seen)
      }}
    >
      <p className="a-meta">{t('lead')}</p>
      <div className="a-set-grounds">
        {GROUNDS.map((ground) => (
          <GroundField
            key={ground}
            ground={ground}
            colour={typed[ground]}
            onPick={(colour) => edits.type(KEY, { ...typed, [ground]: colour })}
          />
        ))}
      </div>
      <ConflictList
        form={id}
        onDecide={edits.decide}
        fields={conflictingFields(edits.conflicts, () => t('title'), say)}
      />
      <SaveRow saving={saving} isChanged={change !== undefined && isFit} isConflict={edits.conflicts.length > 0} />
      {stored ? (
        <p>
          <Button size="small" onClick={() => void send(null, stored)}>
            {t('reset')}
          </Button>
        </p>
      ) : null}
    </form>
  )
}

function say(accent: Accent | null): string {
  const { light, dark } = accent ?? USUAL

  return `${light} / ${dark}`
}

type GroundProps = { ground: Ground; colour: string; onPick: (colour: string) => void }

function GroundField({ ground, colour, onPick }: GroundProps) {
  const t = useTranslations('admin-settings.accent')
  const id = `accent-${ground}`
  const ratio = weakestContrast(colour, ground)
  const isFit = ratio >= TEXT_CONTRAST
  const nearest = isFit ? null : nearestReadable(colour, ground)

  return (
    <Field
      id={id}
      label={t(ground)}
      hint={t('ratio', { ratio: Math.floor(ratio * 10) / 10, least: TEXT_CONTRAST })}
      error={isFit ? null : t('unreadable')}
    >
      <span className={`a-set-ground a-set-${ground}`}>
        <input
          id={id}
          type="color"
          value={colour}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onPick(target.value)}
        />
        <span style={{ color: colour }}>{t('sample')}</span>
        <span className="a-set-pill" style={{ backgroundColor: colour, color: inkOn(colour) }}>
          {t('button')}
        </span>
      </span>
      {nearest ? (
        <Button size="small" onClick={() => onPick(nearest)}>
          {t('take', { colour: nearest })}
        </Button>
      ) : null}
    </Field>
  )
}
