'use client'

import { useTranslations } from 'next-intl'
import { GROUND_CLASSES } from '#components/settings/admin/picture-form.tsx'
import { EditForm, useFieldEdits, useSaving } from '#components/ui/admin/edit-form.tsx'
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
  const tSettings = useTranslations('admin-settings')
  const saving = useSaving()
  const edits = useFieldEdits<Accent | null, Accent>({ [KEY]: stored }, (_, typed) => typed)
  const typed = edits.typed(KEY) ?? stored ?? USUAL
  const isFit = GROUNDS.every((ground) => isReadable(typed[ground], ground))

  async function reset() {
    if (await saving.run(() => saveSettings([{ key: KEY, value: null, seen: stored }])))
      edits.sent([{ key: KEY, value: null }])
  }

  return (
    <EditForm
      className="grid max-w-160 gap-3 p-3.5 [&_.btn]:justify-self-start"
      edits={edits}
      saving={saving}
      save={([change]) => saveSettings(change ? [{ key: KEY, value: change.value, seen: change.seen }] : [])}
      nameOf={() => tSettings('field.shop.accent.label')}
      say={say}
      isReady={isFit}
      beside={
        stored ? (
          <Button size="small" onClick={reset}>
            {t('reset')}
          </Button>
        ) : null
      }
    >
      <p className="a-meta">{t('lead')}</p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-3">
        {GROUNDS.map((ground) => (
          <GroundField
            key={ground}
            ground={ground}
            colour={typed[ground]}
            onPick={(colour) => edits.type(KEY, { ...typed, [ground]: colour })}
          />
        ))}
      </div>
    </EditForm>
  )
}

function say(accent: Accent | null): string {
  const { light, dark } = accent ?? USUAL

  return `${light} / ${dark}`
}

function GroundField({ ground, colour, onPick }: { ground: Ground; colour: string; onPick: (colour: string) => void }) {
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
      <span className={GROUND_CLASSES[ground]}>
        <input
          className="h-[max(2.25rem,var(--a-ctl))] w-12 rounded-md border border-line-control bg-transparent"
          id={id}
          type="color"
          value={colour}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onPick(target.value)}
        />
        <span style={{ color: colour }}>{t('sample')}</span>
        <span className="rounded-lg px-3 py-1.5 text-body" style={{ backgroundColor: colour, color: inkOn(colour) }}>
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
