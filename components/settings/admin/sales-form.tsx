'use client'

import { useTranslations } from 'next-intl'
import { EditForm, useFieldEdits } from '#components/ui/admin/edit-form.tsx'
import { AreaField, CheckField } from '#components/ui/field.tsx'
import { saveSettings } from '#lib/settings/client/settings.ts'

type Notice = { isClosed: boolean; words: Record<string, string> }
type SalesFormProps = { stored: Notice | null; languages: { value: string; label: string }[] }

const CLOSED = 'isClosed'

/** Closes the checkout by hand, with a sentence for buyers in each language, and opens it again. */
export function SalesForm({ stored, languages }: SalesFormProps) {
  const t = useTranslations('admin-settings')
  const tLabel = useTranslations('admin.label')
  const fields: Record<string, string | boolean> = { [CLOSED]: stored?.isClosed ?? false }
  for (const { value } of languages) fields[value] = stored?.words[value] ?? ''
  const edits = useFieldEdits(fields, (_, typed: string | boolean) =>
    typeof typed === 'string' ? typed.trim() : typed,
  )
  const isClosed = (edits.typed(CLOSED) ?? fields[CLOSED]) === true
  const text = (locale: string) => String(edits.typed(locale) ?? fields[locale] ?? '')

  function save() {
    const shown = languages.map(({ value }) => [value, text(value).trim()] as const)
    // Words in a language that is switched off wait for it.
    const texts = Object.fromEntries(
      [...Object.entries(stored?.words ?? {}).filter(([locale]) => !(locale in fields)), ...shown].filter(
        ([, one]) => one !== '',
      ),
    )
    const value = isClosed || Object.keys(texts).length > 0 ? { isClosed, words: texts } : null

    return saveSettings([{ key: 'till.notice', value, seen: stored }])
  }

  function nameOf(key: string): string {
    const language = languages.find(({ value }) => value === key)

    return language ? t('sales.words', { language: language.label }) : t('sales.closed')
  }

  const say = (value: string | boolean) =>
    typeof value === 'string' ? value || tLabel('nothing') : t(value ? 'capability.option.yes' : 'capability.option.no')

  return (
    <EditForm className="grid max-w-160 gap-3 p-3.5 [&_.btn]:justify-self-start" {...{ edits, save, nameOf, say }}>
      <p className="a-meta">{t('sales.lead')}</p>
      <CheckField checked={isClosed} onChange={({ target }) => edits.type(CLOSED, target.checked)}>
        {t('sales.closed')}
      </CheckField>
      {languages.map(({ value: locale }) => (
        <AreaField
          key={locale}
          id={`sales-${locale}`}
          label={nameOf(locale)}
          hint={t('sales.hint')}
          rows={2}
          maxLength={400}
          lang={locale}
          dir="auto"
          value={text(locale)}
          onChange={({ target }) => edits.type(locale, target.value)}
        />
      ))}
    </EditForm>
  )
}
