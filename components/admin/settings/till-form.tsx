'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { SaveRow } from '#components/admin/settings/save-row.tsx'
import { useSave } from '#components/admin/settings/use-save.ts'
import { CheckField, Field } from '#components/ui/field.tsx'
import { saveSettings } from '#lib/client/settings.ts'

type Notice = { isClosed: boolean; words: Record<string, string> }
type TillFormProps = { stored: Notice | null; languages: { value: string; label: string }[] }

/** Closes the till by hand, with a sentence for buyers in each language, and opens it again. */
export function TillForm({ stored, languages }: TillFormProps) {
  const t = useTranslations('admin-settings.till')
  const [typed, setTyped] = useState<Notice>(stored ?? { isClosed: false, words: {} })
  const saving = useSave()
  const words = Object.fromEntries(Object.entries(typed.words).filter(([, text]) => text.trim() !== ''))
  const value = typed.isClosed || Object.keys(words).length > 0 ? { isClosed: typed.isClosed, words } : null

  function submit(event: FormEvent) {
    event.preventDefault()
    void saving.save(() => saveSettings([{ key: 'till.notice', value, seen: stored }]))
  }

  return (
    <form className="a-pb a-pb-stack a-set-form" onSubmit={submit}>
      <p className="a-meta">{t('lead')}</p>
      <CheckField
        checked={typed.isClosed}
        onChange={({ target }) => setTyped((all) => ({ ...all, isClosed: target.checked }))}
      >
        {t('closed')}
      </CheckField>
      {languages.map(({ value: locale, label }) => (
        <Field key={locale} id={`till-${locale}`} label={t('words', { language: label })} hint={t('hint')}>
          <textarea
            id={`till-${locale}`}
            className="input"
            rows={2}
            maxLength={400}
            lang={locale}
            dir="auto"
            value={typed.words[locale] ?? ''}
            aria-describedby={`till-${locale}-hint`}
            onChange={({ target }) => setTyped((all) => ({ ...all, words: { ...all.words, [locale]: target.value } }))}
          />
        </Field>
      ))}
      <SaveRow saving={saving} isChanged={JSON.stringify(value) !== JSON.stringify(stored)} />
    </form>
  )
}
