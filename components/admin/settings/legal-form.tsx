'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { SaveRow } from '#components/admin/settings/save-row.tsx'
import { useSave } from '#components/admin/settings/use-save.ts'
import { Field } from '#components/ui/field.tsx'
import { publishLegal } from '#lib/client/settings.ts'
import { LEGAL_TEXT_MOST, type LegalPage } from '#lib/domain/legal-pages.ts'

type LegalFormProps = { page: LegalPage; locale: string; version: number; body: string }

/** The text of a legal page in one language. Publishing makes a new version; the earlier ones stay. */
export function LegalForm({ page, locale, version, body }: LegalFormProps) {
  const t = useTranslations('admin-settings.legal')
  const [text, setText] = useState(body)
  const saving = useSave()

  function submit(event: FormEvent) {
    event.preventDefault()
    void saving.save(() => publishLegal({ page, locale, body: text, seen: version }))
  }

  return (
    <form className="a-pb a-pb-stack" onSubmit={submit}>
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
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <SaveRow
        saving={saving}
        isChanged={text.trim() !== '' && text.trim() !== body}
        label={t('publish', { version: String(version + 1) })}
      />
    </form>
  )
}
