'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { SaveRow } from '#components/admin/settings/save-row.tsx'
import { useSave } from '#components/admin/settings/use-save.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { saveSettings } from '#lib/client/settings.ts'
import {
  type Accent,
  type Ground,
  inkOn,
  isReadable,
  nearestReadable,
  TEXT_CONTRAST,
  weakestContrast,
} from '#lib/domain/contrast.ts'

const GROUNDS: Ground[] = ['light', 'dark']
/** What the tokens say where no colour is set: a place to start from. */
const USUAL: Accent = { light: '#c03710', dark: '#fe8f5d' }

/** The shop's own colour on light and on dark pages. What cannot be read is not saved; the nearest that can is offered. */
export function AccentForm({ stored }: { stored: Accent | null }) {
  const t = useTranslations('admin-settings.accent')
  const [typed, setTyped] = useState<Accent>(stored ?? USUAL)
  const saving = useSave()
  const isChanged = JSON.stringify(typed) !== JSON.stringify(stored ?? USUAL)
  const isFit = GROUNDS.every((ground) => isReadable(typed[ground], ground))

  function submit(event: FormEvent) {
    event.preventDefault()
    void saving.save(() => saveSettings([{ key: 'shop.accent', value: typed, seen: stored }]))
  }

  async function reset() {
    if (await saving.save(() => saveSettings([{ key: 'shop.accent', value: null, seen: stored }]))) setTyped(USUAL)
  }

  return (
    <form className="a-pb a-pb-stack a-set-form" onSubmit={submit} noValidate>
      <p className="a-meta">{t('lead')}</p>
      <div className="a-set-grounds">
        {GROUNDS.map((ground) => (
          <GroundField
            key={ground}
            ground={ground}
            colour={typed[ground]}
            onPick={(colour) => setTyped((all) => ({ ...all, [ground]: colour }))}
          />
        ))}
      </div>
      <SaveRow saving={saving} isChanged={isChanged && isFit} />
      {stored ? (
        <p>
          <Button size="small" onClick={() => void reset()}>
            {t('reset')}
          </Button>
        </p>
      ) : null}
    </form>
  )
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
