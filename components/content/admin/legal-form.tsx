'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { GuidePreview, ProblemList, usePreview } from '#components/content/admin/guide-preview.tsx'
import { EditForm, useFieldEdits, useSaving } from '#components/ui/admin/edit-form.tsx'
import { AreaField, CheckField } from '#components/ui/field.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { publishLegal } from '#lib/settings/client/settings.ts'
import { type LegalPage, MAX_LEGAL_TEXT } from '#lib/settings/rules/legal-pages.ts'

type LegalFormProps = {
  page: LegalPage
  title: string
  locale: Locale
  direction: 'ltr' | 'rtl'
  version: number
  body: string
}

const KEY = 'body'

/** The text of a legal page in one language. Publishing makes a new version; the earlier ones stay. */
export function LegalForm({ page, title, locale, direction, version, body }: LegalFormProps) {
  const t = useTranslations('admin-settings.legal')
  const tGuide = useTranslations('admin-guides')
  const tLabel = useTranslations('admin.label')
  const edits = useFieldEdits({ [KEY]: body }, (_, typed: string) => typed.trim())
  const text = edits.typed(KEY) ?? body
  const words = { slug: page, title, description: '', body: text }
  const preview = usePreview({ id: null, place: 'legal', locale }, words, null)
  const isEmpty = text.trim() === ''
  const isFine = isEmpty || (preview.shown?.problems ?? []).length === 0
  // The check above may still be of an earlier text: the store checks the one that it is sent.
  const saving = useSaving(tGuide)
  // What was found in one text says nothing of another.
  const [accepted, setAccepted] = useState<string | null>(null)

  return (
    <>
      <EditForm
        edits={edits}
        saving={saving}
        save={() => publishLegal({ page, locale, body: text, isSure: accepted === text, seen: version })}
        nameOf={() => tLabel('text')}
        say={(stored, _, whose) =>
          whose === 'mine' ? (
            t('typed')
          ) : (
            <textarea
              className="input"
              rows={8}
              readOnly
              lang={locale}
              dir="auto"
              aria-label={t('stored')}
              value={stored}
            />
          )
        }
        isReady={!isEmpty && (isFine || accepted === text)}
        press={t('publish', { version: String(version + 1) })}
      >
        <AreaField
          id="legal-text"
          label={tLabel('text')}
          hint={t('hint')}
          className="min-h-88 font-text text-[0.875rem]/[1.55] font-normal normal-nums"
          rows={18}
          maxLength={MAX_LEGAL_TEXT}
          lang={locale}
          dir="auto"
          value={text}
          onChange={({ target }) => edits.type(KEY, target.value)}
        />
        {isEmpty ? null : <ProblemList preview={preview} />}
        {isFine ? null : (
          <CheckField checked={accepted === text} onChange={({ target }) => setAccepted(target.checked ? text : null)}>
            {tGuide('check.sure')}
          </CheckField>
        )}
      </EditForm>
      {isEmpty ? null : (
        <section aria-label={tGuide('preview')}>
          <GuidePreview {...{ locale, direction }} preview={preview.shown} words={words} keepsLines />
        </section>
      )}
    </>
  )
}
