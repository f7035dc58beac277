'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId } from 'react'
import { ConflictList } from '#components/catalog/admin/conflict-list.tsx'
import { SaveRow } from '#components/settings/admin/save-row.tsx'
import { useSave } from '#components/settings/admin/use-save.ts'
import { useFieldEdits } from '#components/ui/admin/use-field-edits.ts'
import { Field } from '#components/ui/field.tsx'
import { publishLegal } from '#lib/settings/client/settings.ts'
import { LEGAL_TEXT_MOST, type LegalPage } from '#lib/settings/rules/legal-pages.ts'

type LegalFormProps = { page: LegalPage; locale: string; version: number; body: string }

const KEY = 'body'

/** The text of a legal page in one language. Publishing makes a new version; the earlier ones stay. */
export function LegalForm({ page, locale, version, body }: LegalFormProps) {
  const t = useTranslations('admin-settings.legal')
  const id = useId()
  const saving = useSave()
  const edits = useFieldEdits({ [KEY]: body }, (_, typed: string) => typed.trim())
  const text = edits.typed(KEY) ?? body

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await saving.save(() => publishLegal({ page, locale, body: text, seen: version }))) edits.sent([KEY])
  }

  return (
    <form id={id} className="a-pb a-pb-stack" onSubmit={submit}>
      <Field id="legal-text" label={t('text')} hint={t('hint')}>
        <textarea
          id="legal-text"
          className="input a-set-long"
          rows={18}
          maxLength={LEGAL_TEXT_MOST}
          lang={locale}
          dir="auto"
          value={text}
          aria-describedby="legal-text-hint"
          onChange={({ target }) => edits.type(KEY, target.value)}
        />
      </Field>
      <ConflictList
        form={id}
        onDecide={edits.decide}
        fields={edits.conflicts.map(({ key, theirs }) => ({
          key,
          name: t('text'),
          theirs: (
            <textarea
              className="input"
              rows={8}
              readOnly
              lang={locale}
              dir="auto"
              aria-label={t('stored')}
              value={theirs}
            />
          ),
          mine: t('typed'),
        }))}
      />
      <SaveRow
        saving={saving}
        isChanged={text.trim() !== '' && edits.changes.length > 0}
        isConflict={edits.conflicts.length > 0}
        label={t('publish', { version: String(version + 1) })}
      />
    </form>
  )
}
