'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId } from 'react'
import { ConflictList, conflictingFields } from '#components/catalog/admin/conflict-list.tsx'
import { SaveRow } from '#components/settings/admin/save-row.tsx'
import { useSave } from '#components/settings/admin/use-save.ts'
import { useFieldEdits } from '#components/ui/admin/use-field-edits.ts'
import { CheckField, Field } from '#components/ui/field.tsx'
import { saveSettings } from '#lib/settings/client/settings.ts'

type Notice = { isClosed: boolean; words: Record<string, string> }
type SalesFormProps = { stored: Notice | null; languages: { value: string; label: string }[] }

const CLOSED = 'isClosed'

/** Closes the checkout by hand, with a sentence for buyers in each language, and opens it again. */
export function SalesForm({ stored, languages }: SalesFormProps) {
  const t = useTranslations('admin-settings')
  const id = useId()
  const saving = useSave()
  const fields: Record<string, string | boolean> = { [CLOSED]: stored?.isClosed ?? false }
  for (const { value } of languages) fields[value] = stored?.words[value] ?? ''
  const edits = useFieldEdits(fields, (_, typed: string | boolean) =>
    typeof typed === 'string' ? typed.trim() : typed,
  )
  const isClosed = (edits.typed(CLOSED) ?? fields[CLOSED]) === true
  const text = (locale: string) => String(edits.typed(locale) ?? fields[locale] ?? '')

  async function submit(event: FormEvent) {
    event.preventDefault()
    const shown = languages.map(({ value }) => [value, text(value).trim()] as const)
    // Words in a language that is switched off wait for it.
    const words = Object.fromEntries(
      [...Object.entries(stored?.words ?? {}).filter(([locale]) => !(locale in fields)), ...shown].filter(
        ([, one]) => one !== '',
      ),
    )
    const value = isClosed || Object.keys(words).length > 0 ? { isClosed, words } : null
    if (await saving.save(() => saveSettings([{ key: 'till.notice', value, seen: stored }]))) {
      edits.sent(Object.keys(fields))
    }
  }

  function nameOf(key: string): string {
    const language = languages.find(({ value }) => value === key)

    return language ? t('sales.words', { language: language.label }) : t('sales.closed')
  }

  const say = (value: string | boolean) =>
    typeof value === 'string' ? value || t('none') : t(value ? 'capability.option.yes' : 'capability.option.no')

  return (
    <form id={id} className="a-pb a-pb-stack a-set-form" onSubmit={submit}>
      <p className="a-meta">{t('sales.lead')}</p>
      <CheckField checked={isClosed} onChange={({ target }) => edits.type(CLOSED, target.checked)}>
        {t('sales.closed')}
      </CheckField>
      {languages.map(({ value: locale }) => (
        <Field key={locale} id={`sales-${locale}`} label={nameOf(locale)} hint={t('sales.hint')}>
          <textarea
            id={`sales-${locale}`}
            className="input"
            rows={2}
            maxLength={400}
            lang={locale}
            dir="auto"
            value={text(locale)}
            aria-describedby={`till-${locale}-hint`}
            onChange={({ target }) => edits.type(locale, target.value)}
          />
        </Field>
      ))}
      <ConflictList form={id} onDecide={edits.decide} fields={conflictingFields(edits.conflicts, nameOf, say)} />
      <SaveRow saving={saving} isChanged={edits.changes.length > 0} isConflict={edits.conflicts.length > 0} />
    </form>
  )
}
